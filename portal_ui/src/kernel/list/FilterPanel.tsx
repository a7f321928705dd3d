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
import { FilterField } from './FilterField';
import { type FilterForm, filledIn, filtersOf, formOf } from './filterForm';
import { type FilterValues, hasChoices, isFiltered } from './listParams';
import { useListScreen } from './listScreen';

/** The filters of a list that is asked by a form: a field each, and nothing is asked before Search. */
export default function FilterPanel() {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { filterValues, setFilters } = useListContext();
  const form = useForm<FilterForm>({ values: formOf(resource.filters, filterValues), mode: 'onSubmit' });
  const small = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [unfolded, setUnfolded] = useState(false);
  const fields = resource.filters.filter(({ type }) => type !== 'given' && type !== 'switch');
  const given = resource.filters.filter(({ type, key }) => type === 'given' && filterValues[key]);
  const open = !small || unfolded || !isFiltered(filterValues);
  const count = Object.keys(filterValues).length;

  const search = form.handleSubmit((values) => {
    setFilters(filtersOf(resource.filters, values));
    setUnfolded(false);
  });
  const clear = () => {
    form.reset(formOf(resource.filters, {}));
    setFilters({});
  };
  const nothing = !filledIn(form.watch());
  return (
    <Card sx={{ marginBottom: 2, padding: 2, '@media print': { display: 'none !important' } }}>
      {small && isFiltered(filterValues) && (
        <Button
          fullWidth
          aria-expanded={open}
          endIcon={<ExpandMoreIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => setUnfolded(!unfolded)}
        >
          {translate('lists.filtersSet', { smart_count: count })}
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
            sx={{ paddingTop: small && isFiltered(filterValues) ? 2 : 0 }}
          >
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                gridTemplateColumns: {
                  xs: '1fr',
                  sm: 'repeat(2, minmax(0, 1fr))',
                  lg: 'repeat(4, minmax(0, 1fr))',
                },
              }}
            >
              {fields.map((filter) => (
                <FilterField key={filter.key} filter={filter} />
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
              <Button variant="text" disabled={nothing && !isFiltered(filterValues)} onClick={clear}>
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
