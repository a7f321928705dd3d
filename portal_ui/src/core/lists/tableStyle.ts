import type { Theme } from '@mui/material/styles';
import type { Column } from '../../api/types';
import type { ListScreen } from './listScreen';

/** The widths of columns by what they hold in px; for words the least, for they share what is left. */
const widths: Record<Column['type'], number> = {
  text: 112,
  longText: 144,
  status: 204,
  role: 126,
  datetime: 116,
  date: 100,
  number: 72,
  money: 104,
  boolean: 92,
  choice: 112,
  choices: 156,
  image: 56,
  items: 90,
};
/** The first column stands further from the edge. */
const inset = 12;
const details = 48;
const checkbox = 44;
/** A day and its time on one line, where there is room for all of them. */
const wholeTime = 152;

/**
 * The widths of a list's columns: they do not shift from page to page, and a table that is too wide scrolls. Before it
 * does, times take two lines.
 */
export function getColumnWidths({ columns, extras }: ListScreen, opens: boolean, selects: boolean) {
  const leastOf = (column: Column) =>
    (extras[column.key]?.width ?? widths[column.type]) + (column === columns[0] ? inset : 0);
  const least =
    columns.reduce((sum, column) => sum + leastOf(column), 0) + (opens ? details : 0) + (selects ? checkbox : 0);
  const flows = ({ type, key }: Column) => type === 'text' && !extras[key]?.width;
  // Where no other column holds words, long ones have all that is left.
  const shares = columns.some(flows);
  const widthOf = (column: Column) => {
    if (column.type === 'longText') return shares ? `${(100 * leastOf(column)) / least}%` : 'auto';
    return flows(column) ? 'auto' : leastOf(column);
  };
  const times = columns.filter(({ type }) => type === 'datetime').length;
  return {
    '& .RaDataTable-table': { minWidth: least },
    [`@container (min-width: ${least + times * (wholeTime - widths.datetime)}px)`]: {
      '&& th.datetime': { width: wholeTime, whiteSpace: 'pre' },
      '&& th.datetime.first': { width: wholeTime + inset },
      '& td.datetime': { whiteSpace: 'nowrap' },
    },
    ...Object.fromEntries(
      columns.map((column) => [`& th.column-${column.sort ?? column.key}`, { width: widthOf(column) }]),
    ),
  };
}

/** How a declared list's DataTable looks: what the theme cannot know, since only lists have rows that are links. */
export function listStyle(theme: Theme) {
  const shade = `color-mix(in srgb, ${theme.vars.palette.text.primary} 14%, transparent)`;
  const paper = theme.vars.palette.background.paper;
  return {
    // What is only for screen readers stays inside the box as well: else the page itself gets wide.
    '& .RaDataTable-tableWrapper': {
      overflowX: 'auto',
      position: 'relative',
      containerType: 'inline-size',
      // A shadow beside the details, behind which there is more; the paper that hides it scrolls along.
      background: [
        `linear-gradient(to left, ${paper} 40%, transparent) right ${details}px top / 32px 100% no-repeat local`,
        `linear-gradient(to left, ${shade}, transparent) right ${details}px top / 12px 100% no-repeat scroll`,
      ].join(),
    },
    '& .RaDataTable-table': { tableLayout: 'fixed' },
    '& th, & td': { padding: '6px 8px', borderBottom: `1px solid ${theme.vars.palette.divider}` },
    '& th.details, & td.details': { width: details, paddingInline: '0 12px', textAlign: 'end' },
    // Two chips are as high as two lines.
    '& td.status': { paddingBlock: 0 },
    '& .RaDataTable-headerCell': {
      height: 42,
      position: 'static',
      whiteSpace: 'normal',
      backgroundColor: 'transparent',
    },
    // The arrow stands beside the words, which tell New York's offsets in three short lines.
    '& th.datetime': { fontSize: '0.75rem', lineHeight: '16px', whiteSpace: 'pre-line' },
    // Out of the way: a heading as wide as its column would push its words into the next.
    '& th.MuiTableCell-alignRight .MuiTableSortLabel-icon': {
      position: 'absolute',
      insetInlineEnd: '100%',
      margin: 0,
      fontSize: 16,
    },
    '& td': { height: 56, ...theme.typography.body1 },
    '& td.MuiTableCell-alignRight': {
      ...theme.typography.body2,
      fontVariantNumeric: 'tabular-nums',
      color: theme.vars.palette.text.secondary,
    },
    // Nothing is cut off, however widely the reader sets the text.
    '& td.role, & td.text': { overflowWrap: 'anywhere' },
    '& .sentences': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      overflowWrap: 'anywhere',
      whiteSpace: 'pre-line',
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
    },
    '& tbody tr': { position: 'relative' },
    '& tbody tr.RaDataTable-row:hover > td': { backgroundColor: theme.portal.sunk },
    // Name and details stay in view while the rest scrolls; the name is a link of its own, above the one of the row.
    '& .first, & .details': { position: 'sticky', zIndex: 2, backgroundColor: paper },
    '& .first': { paddingInlineStart: '20px', insetInlineStart: 0 },
    '& .details': { insetInlineEnd: 0 },
    '& .whole': {
      display: 'block',
      color: 'inherit',
      textDecoration: 'none',
      overflowWrap: 'anywhere',
      fontWeight: theme.typography.fontWeightBold,
    },
    '& .whole::after, & .row': { content: '""', position: 'absolute', inset: 0 },
    // A name that is not the first column lies above the row's link, too.
    '& td:not(.first) > .whole': { position: 'relative', zIndex: 1 },
    '& .whole:focus-visible': { outline: 'none' },
    '& .whole:focus-visible::after': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
    // Above the row's own link.
    '& .over': { position: 'relative', zIndex: 1, color: 'inherit', textDecoration: 'none' },
    '& tr.RaDataTable-expandRow > td': { backgroundColor: theme.portal.sunk, height: 0 },
    '& th.MuiTableCell-paddingCheckbox, & td.MuiTableCell-paddingCheckbox': { width: checkbox, padding: '0 0 0 12px' },
    // It lies over the bar of filters while rows are chosen: nothing below it moves.
    '& .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed)': {
      minHeight: 60,
      transform: 'translateY(-60px)',
      color: theme.vars.palette.text.primary,
      backgroundColor: theme.portal.accentSoft,
      '& .MuiButton-root': { color: theme.portal.accentText },
    },
    // Its place is taken by the button of a column, which the keyboard reaches.
    '& .RaDataTable-expandHeader, & .RaDataTable-expandIconCell': { width: '1px', padding: 0, visibility: 'hidden' },
    '& .RaDataTable-expandHeader > *, & .RaDataTable-expandIconCell > *': { display: 'none' },
    '& [aria-busy="true"] tbody': { opacity: 0.6, transition: 'opacity 120ms 150ms' },
    // Paper is narrow and cannot be scrolled.
    '@media print': {
      '& .RaDataTable-table': { minWidth: 0, tableLayout: 'auto', zoom: 0.75 },
      '& th, & td': { whiteSpace: 'normal', paddingInline: '6px' },
      '& th.details, & td.details': { display: 'none' },
      '& .RaDataTable-tableWrapper': { background: 'none' },
      '& .first': { position: 'static' },
    },
  } as const;
}
