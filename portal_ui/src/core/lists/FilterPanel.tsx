import SearchIcon from '@mui/icons-material/Search';
import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import { useEvent, useListContext, useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useAllParts } from '../../api/parts';
import type { Filter } from '../../api/types';
import { useFormat } from '../i18n/format';
import { useIsNarrow } from '../ui/useIsNarrow';
import { BarFilter, barFieldsStyle } from './filterInputs';
import { type FilterValues, hasChoices, isFiltered, parseFilters } from './listParams';
import { useListScreen } from './listScreen';
import { PanelFilter } from './PanelFilter';
import { PeriodSelect } from './PeriodSelect';

/** Return a form value for each declared filter; an empty string if it has none. */
const toFormValues = (filters: readonly Filter[], values: FilterValues): FilterValues =>
  Object.fromEntries(filters.map(({ key }) => [key, values[key] ?? '']));

/** Types of filters that a wide row shows without opening the form. */
const isQuick = ({ key, type }: Filter, filters: readonly Filter[]) =>
  type === 'choice' && !filters.some((each) => each.type === 'part' && each.other === key);

type Props = {
  /** Part of the toolbar above the rows, with a chip for each filter. */
  inBar?: boolean;
};

/** Filters of a list with dates: a row applied at once, and a form. */
export default function FilterPanel({ inBar = false }: Props) {
  const translate = useTranslate();
  const narrow = useIsNarrow();
  const { resource } = useListScreen();
  const { filters, filterRequired } = resource;
  const { filterValues, setFilters } = useListContext();
  const form = useForm<FilterValues>({ values: toFormValues(filters, filterValues) });
  const [open, setOpen] = useState(false);
  const [dateFocus, setDateFocus] = useState(0);
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (dateFocus > 0) fields.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
  }, [dateFocus]);
  const formatFilter = useFormatFilter(filterValues);
  const empty = Object.values(form.watch()).every((value) => String(value ?? '').trim() === '');
  // The search input of the toolbar is not a field of this form.
  const { keyword } = filterValues;
  const period = inBar ? undefined : filters.find((each) => each.type === 'date' && each.opening);
  const quick = inBar || narrow ? [] : filters.filter((each) => isQuick(each, filters));
  const isInRow = (filter: Filter) => quick.includes(filter) || (period !== undefined && filter.type === 'date');
  const active = filters.filter(({ key }) => filterValues[key] !== undefined);

  const apply = (values: FilterValues) => setFilters(parseFilters({ ...values, keyword }, resource));
  /** Apply a filter of the row with the typed text, which would be lost. */
  const applyNow = form.handleSubmit(apply, () => setOpen(true));
  const search = form.handleSubmit((values) => {
    apply(values);
    setOpen(false);
  });
  const handleQuickChange = useEvent((name: string | undefined) => {
    const filter = quick.find(({ key }) => key === name);
    // Back changes the fields to the filters that apply already.
    if (filter && String(form.getValues(filter.key) ?? '') !== String(filterValues[filter.key] ?? '')) void applyNow();
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => handleQuickChange(name));
    return unsubscribe;
  }, [form, handleQuickChange]);

  const reset = (isFiltered(filterValues) || filterRequired) && (
    <Button variant="text" onClick={() => setFilters({})} sx={{ displayPrint: 'none' }}>
      {translate(inBar ? 'lists.clear' : 'lists.reset')}
    </Button>
  );
  const row = (
    <>
      {period?.type === 'date' && period.opening && (
        <PeriodSelect
          opening={period.opening}
          from={String(filterValues[period.key] ?? '')}
          to={String(filterValues[period.other] ?? '')}
          onSelect={(from) => {
            form.setValue(period.key, from);
            form.setValue(period.other, '');
            void applyNow();
          }}
          onCustom={() => {
            setOpen(true);
            setDateFocus((times) => times + 1);
          }}
        />
      )}
      {quick.map((filter) => (
        <BarFilter key={filter.key} filter={filter} />
      ))}
      {active
        .filter((filter) => !isInRow(filter))
        .map((filter) => (
          <Chip
            key={filter.key}
            label={`${filter.label}: ${formatFilter(filter)}`}
            // On phones below the search and the buttons.
            sx={{ order: inBar && narrow ? 1 : undefined, '& .MuiChip-deleteIcon': { displayPrint: 'none' } }}
            onDelete={() => {
              form.setValue(filter.key, '');
              void applyNow();
            }}
          />
        ))}
      {inBar && narrow ? (
        <IconButton
          aria-label={translate('lists.filters')}
          title={translate('lists.filters')}
          aria-expanded={open}
          aria-controls={formId}
          onClick={() => setOpen(!open)}
        >
          <TuneIcon />
        </IconButton>
      ) : (
        <Button
          startIcon={<TuneIcon />}
          variant={quick.length > 0 ? 'text' : 'outlined'}
          aria-expanded={open}
          aria-controls={formId}
          onClick={() => setOpen(!open)}
          sx={{ displayPrint: 'none' }}
        >
          {translate(quick.length > 0 ? 'lists.more' : 'lists.filters')}
        </Button>
      )}
      {reset && (inBar || !narrow) && (
        <Box sx={inBar ? { order: { xs: 1, md: 0 } } : { marginInlineStart: 'auto' }}>{reset}</Box>
      )}
    </>
  );
  const panel = (
    <Collapse
      id={formId}
      in={open}
      timeout={150}
      // Below the toolbar; collapsed, it must not take a flex line.
      sx={{ displayPrint: 'none', ...(inBar && { flexBasis: '100%', order: 1, ...(!open && { display: 'none' }) }) }}
    >
      <Box
        component="form"
        ref={fields}
        noValidate
        onSubmit={search}
        sx={{ display: 'grid', gap: 1.5, paddingTop: 1.5 }}
      >
        <Box sx={fieldsStyle}>
          {filters
            .filter((filter) => !quick.includes(filter))
            .map((filter) => (
              <PanelFilter key={filter.key} filter={filter} />
            ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            startIcon={<SearchIcon />}
            disabled={empty && filterRequired}
          >
            {translate('lists.doSearch')}
          </Button>
          {!inBar && narrow && reset}
        </Box>
      </Box>
    </Collapse>
  );
  if (inBar) {
    return (
      <FormProvider {...form}>
        {row}
        {panel}
      </FormProvider>
    );
  }
  return (
    <FormProvider {...form}>
      <Box role="search" aria-label={translate('lists.filters')} sx={{ marginBottom: 2 }}>
        <Box sx={rowStyle}>{row}</Box>
        <Box sx={{ display: 'none', displayPrint: 'block' }}>
          {active.map((filter) => `${filter.label}: ${formatFilter(filter)}`).join(' · ')}
        </Box>
        {panel}
      </Box>
    </FormProvider>
  );
}

const rowStyle = {
  ...barFieldsStyle,
  '& > .MuiFormControl-root': {
    ...barFieldsStyle['& .MuiFormControl-root'],
    width: 'auto',
    flex: { xs: '1 1 0', sm: 'none' },
  },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  displayPrint: 'none',
} as const;

const fieldsStyle = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
} as const;

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
