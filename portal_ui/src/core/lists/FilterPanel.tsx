import SearchIcon from '@mui/icons-material/Search';
import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import { useListContext, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useAllParts } from '../../api/parts';
import type { Filter } from '../../api/types';
import { useFormat } from '../i18n/format';
import { type FilterValues, hasChoices, isFiltered, parseFilters } from './listParams';
import { useListScreen } from './listScreen';
import { PanelFilter, panelTypes } from './PanelFilter';

/** Return a form value for each declared filter; an empty string if it has none. */
const toFormValues = (filters: readonly Filter[], values: FilterValues): FilterValues =>
  Object.fromEntries(filters.map(({ key }) => [key, values[key] ?? '']));

/** Return the number of fields in a row: five if that fills all rows. */
const countColumns = (filters: readonly Filter[]) =>
  filters.filter(({ type }) => panelTypes.has(type)).length % 5 === 0 ? 5 : 4;

type Props = {
  /** Part of the toolbar above the rows instead of a separate card. */
  inBar?: boolean;
};

/** Chips of the active filters, also in print, and the form to change them. */
export default function FilterPanel({ inBar = false }: Props) {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { filterValues, setFilters } = useListContext();
  const form = useForm<FilterValues>({ values: toFormValues(resource.filters, filterValues) });
  const [open, setOpen] = useState(false);
  const formId = useId();
  const formatFilter = useFormatFilter(filterValues);
  const empty = Object.values(form.watch()).every((value) => String(value ?? '').trim() === '');
  // The search input of the toolbar is not a field of this form.
  const { keyword } = filterValues;

  const search = form.handleSubmit((values) => {
    setFilters(parseFilters({ ...values, keyword }, resource));
    setOpen(false);
  });
  const chips = (
    <>
      {resource.filters
        .filter(({ key }) => filterValues[key] !== undefined)
        .map((filter) => (
          <Chip
            key={filter.key}
            label={`${filter.label}: ${formatFilter(filter)}`}
            sx={{ '& .MuiChip-deleteIcon': { displayPrint: 'none' } }}
            onDelete={() => {
              // Submit, so that unsubmitted text in the other fields is applied instead of lost.
              form.setValue(filter.key, '');
              void search();
            }}
          />
        ))}
      <Button
        size={inBar ? 'medium' : 'small'}
        startIcon={<TuneIcon />}
        aria-expanded={open}
        aria-controls={formId}
        onClick={() => setOpen(!open)}
        sx={{ displayPrint: 'none' }}
      >
        {translate('lists.filters')}
      </Button>
      {(!inBar || isFiltered(filterValues)) && (
        <Button
          size={inBar ? 'medium' : 'small'}
          variant="text"
          onClick={() => setFilters({})}
          sx={{ displayPrint: 'none', ...(!inBar && { marginInlineStart: 'auto' }) }}
        >
          {translate(inBar ? 'lists.clear' : 'lists.reset')}
        </Button>
      )}
    </>
  );
  const fields = (
    <Collapse
      id={formId}
      in={open}
      timeout={150}
      // Below the toolbar; collapsed, it must not take a flex line.
      sx={{ displayPrint: 'none', ...(inBar && { flexBasis: '100%', order: 1, ...(!open && { display: 'none' }) }) }}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          role={inBar ? undefined : 'search'}
          aria-label={translate('lists.filters')}
          noValidate
          onSubmit={search}
          sx={{ display: 'grid', gap: 1.5, paddingTop: 1.5 }}
        >
          <Box
            sx={{
              display: 'grid',
              gap: 1.5,
              alignItems: 'start',
              gridTemplateColumns: {
                xs: '1fr',
                sm: 'repeat(2, minmax(0, 1fr))',
                lg: `repeat(${countColumns(resource.filters)}, minmax(0, 1fr))`,
              },
            }}
          >
            {resource.filters.map((filter) => (
              <PanelFilter key={filter.key} filter={filter} />
            ))}
          </Box>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            startIcon={<SearchIcon />}
            disabled={empty && resource.filterRequired}
            sx={{ justifySelf: 'start' }}
          >
            {translate('lists.doSearch')}
          </Button>
        </Box>
      </FormProvider>
    </Collapse>
  );
  if (inBar) {
    return (
      <>
        {chips}
        {fields}
      </>
    );
  }
  return (
    <Card sx={{ marginBottom: 2, padding: 1.5, '@media print': { padding: 0, border: 0, boxShadow: 'none' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{chips}</Box>
      {fields}
    </Card>
  );
}

/** Return a formatter of the selected value of a filter. */
function useFormatFilter(values: FilterValues): (filter: Filter) => string {
  const format = useFormat();
  const part = useListScreen().resource.filters.find(({ type }) => type === 'part');
  const { data: parts = [] } = useAllParts(part?.type === 'part' ? String(values[part.other] ?? '') : '');
  return (filter) => {
    const chosen = [values[filter.key] ?? ''].flat().map(String);
    const value = chosen[0] ?? '';
    if (filter.type === 'date') return format.day(value);
    const choices: readonly { key: unknown; name: string }[] =
      filter.type === 'part' ? parts : hasChoices(filter) ? filter.choices : [];
    const names = choices.filter(({ key }) => chosen.includes(String(key))).map(({ name }) => name);
    return names.length > 0 ? names.join(', ') : value;
  };
}
