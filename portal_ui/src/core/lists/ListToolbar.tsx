import SwapVertIcon from '@mui/icons-material/SwapVert';
import TuneIcon from '@mui/icons-material/Tune';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import { FilterLiveForm, useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { getCount, useCounters } from '../../api/counters';
import { useFormat } from '../i18n/format';
import { useCloseOnBack } from '../routing/useCloseOnBack';
import { lazyPart } from '../ui/lazyPart';
import { useIsNarrow } from '../ui/useIsNarrow';
import { ColumnsButton } from './ColumnsButton';
import { BarFilter, barFieldsStyle, KeywordInput } from './filterInputs';
import { ListExport } from './ListExport';
import { ListImport } from './ListImport';
import { hasChoices, hasPanel, isFiltered } from './listParams';
import { useListScreen } from './listScreen';
import { SortButton } from './SortButton';
import { ViewsButton } from './savedViews/ViewsButton';

/** Lazy panel, as it loads the date picker, which few lists need. */
const FilterPanel = lazyPart(() => import('./FilterPanel'));
const SEARCH_DEBOUNCE_MS = 300;

/** Toolbar of a list: search, filters, columns. Phones have the rest in a sheet. */
export function ListToolbar() {
  const { resource } = useListScreen();
  const narrow = useIsNarrow();
  const panel = hasPanel(resource);
  return (
    <>
      <PrintedFilters />
      <Box role="search" sx={[barStyle, fieldButtonsStyle, panel && panelBarStyle]}>
        {resource.search && (
          <FilterLiveForm debounce={SEARCH_DEBOUNCE_MS}>
            <KeywordInput />
          </FilterLiveForm>
        )}
        {narrow && (
          <>
            <ViewsButton />
            <Options />
            <TurnFilter />
          </>
        )}
        {/* Same position at every width, so that rotating a tablet keeps filters not yet applied. */}
        {panel && <FilterPanel inBar />}
        {!narrow && (
          <>
            <Filters />
            <TurnFilter />
            {!panel && <ClearButton />}
            <Box sx={{ flex: 1 }} />
            <ColumnsButton />
          </>
        )}
      </Box>
    </>
  );
}

/** Search keyword and filters in print. */
function PrintedFilters() {
  const translate = useTranslate();
  const format = useFormat();
  const { filterValues } = useListContext();
  const { resource } = useListScreen();
  const { filters } = resource;
  const activeFilters = Object.entries(filterValues).map(([key, value]) => {
    const filter = filters.find((each) => each.key === key);
    if (filter?.type === 'date') return `${filter.label}: ${format.day(String(value))}`;
    if (filter?.type === 'switch') return `${filter.label}: ${translate(value === true ? 'lists.yes' : 'lists.no')}`;
    const chosen = [value].flat().map(String);
    const choices = filter && hasChoices(filter) ? filter.choices : [];
    const names = choices.filter((choice) => chosen.includes(String(choice.key))).map(({ name }) => name);
    const label = filter?.label ?? translate('lists.search');
    return `${label}: ${names.length > 0 ? names.join(', ') : chosen.join(', ')}`;
  });
  return <Box sx={{ display: 'none', displayPrint: 'block', paddingBlock: 1 }}>{activeFilters.join(' · ')}</Box>;
}

function Filters() {
  const { resource } = useListScreen();
  const filters = resource.filters.filter(({ key }) => key !== turnKey);
  if (filters.length === 0 || hasPanel(resource)) return null;
  return (
    <FilterLiveForm debounce={0}>
      {filters.map((filter) => (
        <BarFilter key={filter.key} filter={filter} />
      ))}
    </FilterLiveForm>
  );
}

const turnKey = 'myTurn';

/** Filter of requests that require action by the user; hidden if there are none. */
function TurnFilter() {
  const { resource } = useListScreen();
  const { filterValues } = useListContext();
  const counters = useCounters();
  const filter = resource.filters.find(({ key }) => key === turnKey);
  const isUseful = counters === null || getCount(counters, Object.keys(resource.record)) > 0;
  if (!filter || !(isUseful || turnKey in filterValues) || hasPanel(resource)) return null;
  return (
    <FilterLiveForm debounce={0}>
      <BarFilter filter={filter} />
    </FilterLiveForm>
  );
}

function ClearButton() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  if (!isFiltered(filterValues)) return null;
  return (
    <Button variant="text" onClick={() => setFilters({})}>
      {translate('lists.clear')}
    </Button>
  );
}

/** Button and bottom sheet for phones: filters, sort, columns, export, import. */
function Options() {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const { resource } = useListScreen();
  const [open, setOpen] = useState(false);
  useCloseOnBack(() => setOpen(false));
  const label = translate(hasPanel(resource) ? 'lists.panelOptions' : 'lists.options');
  const set = Object.keys(filterValues).filter((key) => key !== 'keyword' && key !== turnKey).length;
  return (
    <>
      <Badge badgeContent={set || null} color="primary" overlap="circular">
        <IconButton aria-label={label} title={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {hasPanel(resource) ? <SwapVertIcon /> : <TuneIcon />}
        </IconButton>
      </Badge>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: sheetStyle } }}
      >
        <Filters />
        <Box sx={rowStyle}>
          <SortButton />
          <ColumnsButton />
          <ListExport />
          <ListImport />
        </Box>
        <Box sx={rowStyle}>
          <ClearButton />
          <Button variant="contained" color="primary" onClick={() => setOpen(false)}>
            {translate('lists.show')}
          </Button>
        </Box>
      </Drawer>
    </>
  );
}

/** Style of wrapping buttons that share the width. */
const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > .MuiButton-root': { flex: '1 1 auto', minWidth: 0, paddingInline: 1 },
};

const sheetStyle = {
  '& > form': { display: 'contents', ...barFieldsStyle },
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  padding: 2,
  borderTopLeftRadius: 12,
  borderTopRightRadius: 12,
} as const;

/** Bar with a panel, whose chips wrap below the search and the buttons. */
const panelBarStyle = {
  flexWrap: 'wrap',
  '& > form .ra-input-keyword': { flex: { xs: '1 0 120px', sm: '0 1 300px' }, minWidth: 0 },
} as const;

/** Style of the buttons of a phone: fields like the search next to them. */
const fieldButtonsStyle = (theme: Theme) => ({
  '& > .MuiIconButton-root, & > .MuiBadge-root > .MuiIconButton-root': {
    border: `1px solid ${theme.portal.fieldBorder}`,
  },
});

const barStyle = {
  '& > form': { display: 'contents', ...barFieldsStyle },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  padding: 1.5,
  '& > form .ra-input-keyword': { flex: { xs: 1, sm: '0 1 300px' }, minWidth: 0, maxWidth: 'none' },
  '& > form > .MuiToggleButton-root': { flex: { xs: '1 0 100%', sm: 'none' }, justifyContent: 'start' },
  displayPrint: 'none',
} as const;
