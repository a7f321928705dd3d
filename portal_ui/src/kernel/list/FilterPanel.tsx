import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Filter } from '../../server/types';
import { checkedFilters, type FilterValues, hasChoices, isFiltered } from './listParams';
import { useListScreen } from './listScreen';
import { filterGrid } from './NoQueryYet';
import { PanelFilter } from './PanelFilter';

/** Every declared filter, those of no value as the empty text that inputs hold. */
const formOf = (filters: readonly Filter[], values: FilterValues): FilterValues =>
  Object.fromEntries(filters.map(({ key }) => [key, values[key] ?? '']));

/** The filters of a list that is asked by a form: an input each, and nothing is asked before Search. */
export default function FilterPanel() {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { filterValues, setFilters } = useListContext();
  const form = useForm<FilterValues>({ values: formOf(resource.filters, filterValues) });
  const small = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [unfolded, setUnfolded] = useState(false);
  const filtered = isFiltered(filterValues);
  const open = !small || unfolded || !filtered;
  const given = resource.filters.filter(({ type, key }) => type === 'given' && filterValues[key]);
  const nothing = Object.values(form.watch()).every((value) => String(value ?? '').trim() === '');

  const search = form.handleSubmit((values) => {
    setFilters(checkedFilters(values, resource));
    setUnfolded(false);
  });
  const clear = () => {
    form.reset(formOf(resource.filters, {}));
    setFilters({});
  };
  return (
    <Card sx={{ marginBottom: 2, padding: 2, displayPrint: 'none' }}>
      {small && filtered && (
        <Button
          fullWidth
          aria-expanded={open}
          endIcon={<ExpandMoreIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => setUnfolded(!unfolded)}
        >
          {translate('lists.filtersSet', { smart_count: Object.keys(filterValues).length })}
        </Button>
      )}
      <Collapse in={open} timeout={small ? 150 : 0}>
        <FormProvider {...form}>
          <Box
            component="form"
            role="search"
            aria-label={translate('lists.filters')}
            noValidate
            onSubmit={search}
            sx={{ paddingTop: small && filtered ? 2 : 0 }}
          >
            <Box sx={filterGrid}>
              {resource.filters.map((filter) => (
                <PanelFilter key={filter.key} filter={filter} />
              ))}
            </Box>
            {given.map((filter) => (
              <Chip
                key={filter.key}
                label={`${filter.label}: ${nameOf(filter, filterValues)}`}
                onDelete={() => {
                  // What is typed in the fields is searched for too, rather than lost.
                  form.setValue(filter.key, '');
                  void search();
                }}
                sx={{ marginTop: 2 }}
              />
            ))}
            <Box sx={{ display: 'flex', gap: 1, marginTop: 2 }}>
              <Button type="submit" variant="contained" color="primary" startIcon={<SearchIcon />} disabled={nothing}>
                {translate('lists.doSearch')}
              </Button>
              <Button variant="text" disabled={nothing && !filtered} onClick={clear}>
                {translate('lists.clear')}
              </Button>
            </Box>
          </Box>
        </FormProvider>
      </Collapse>
    </Card>
  );
}

function nameOf(filter: Filter, values: FilterValues): string {
  const value = values[filter.key];
  return (hasChoices(filter) && filter.choices.find(({ key }) => key === value)?.name) || '';
}
