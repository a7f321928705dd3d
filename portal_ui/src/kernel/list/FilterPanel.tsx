import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { ResourceMeta } from '../../server/types';
import { FilterField } from './FilterField';
import { type FilterForm, filledIn, filtersOf, formOf } from './filterForm';
import { hasChoices, isFiltered, type ListState } from './listState';

type Props = {
  resource: ResourceMeta;
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
};

/** The filters of a list that is asked by a form: a field each, and nothing is asked before Search. */
export default function FilterPanel({ resource, state, onChange }: Props) {
  const translate = useTranslate();
  const form = useForm<FilterForm>({ values: formOf(resource.filters, state.filters), mode: 'onSubmit' });
  const small = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [unfolded, setUnfolded] = useState(false);
  const fields = resource.filters.filter(({ type }) => type !== 'given' && type !== 'switch');
  const given = resource.filters.filter(({ type, key }) => type === 'given' && state.filters[key]);
  const open = !small || unfolded || !isFiltered(state);
  const count = Object.keys(state.filters).length;

  const search = form.handleSubmit((values) => {
    onChange({ filters: filtersOf(resource.filters, values) });
    setUnfolded(false);
  });
  const clear = () => {
    form.reset(formOf(resource.filters, {}));
    onChange({ filters: {} });
  };
  const nothing = !filledIn(form.watch());
  return (
    <Card sx={{ marginBottom: 2, padding: 2, '@media print': { display: 'none !important' } }}>
      {small && isFiltered(state) && (
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
            sx={{ paddingTop: small && isFiltered(state) ? 2 : 0 }}
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
                label={`${filter.label}: ${nameOf(filter, state)}`}
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
              <Button variant="text" disabled={nothing && !isFiltered(state)} onClick={clear}>
                {translate('lists.clear')}
              </Button>
            </Box>
          </Box>
        </FormProvider>
      </Collapse>
    </Card>
  );
}

function nameOf(filter: ResourceMeta['filters'][number], state: ListState): string {
  const value = state.filters[filter.key];
  const key = Array.isArray(value) ? value[0] : undefined;
  return (hasChoices(filter) && filter.choices.find((choice) => String(choice.key) === key)?.name) || '';
}
