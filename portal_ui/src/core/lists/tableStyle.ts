import type { Theme } from '@mui/material/styles';
import { canRequireAction } from '../../api/counters';
import { scrollShadow } from '../../theme/mixins';
import type { ListScreen } from './listScreen';

/** Widths of the details column, with and without a badge, and checkboxes. */
const badgedDetails = 47;
const plainDetails = 36;
const checkbox = 44;

/**
 * Return minimum widths in px for columns whose controls have no intrinsic width. Other columns are as wide as their
 * content; all share the remaining width, and only text columns shrink.
 */
export function getColumnWidths({ resource, columns, extras }: ListScreen) {
  return {
    '--details-width': `${canRequireAction(resource) ? badgedDetails : plainDetails}px`,
    ...Object.fromEntries(
      columns.flatMap(({ key, sort }) => {
        const minWidth = extras[key]?.width;
        return minWidth ? [[`&& .column-${sort ?? key}`, { minWidth, maxWidth: 'none' }]] : [];
      }),
    ),
  };
}

/** Style of selects in a cell: on desktops 32 px high; small text until focused. */
export const cellControl = {
  '& .MuiInputBase-root.MuiInputBase-root': { height: { md: 32 }, minHeight: { xs: 44, md: 0 }, paddingBlock: 0 },
  '& .MuiInputBase-root .MuiInputBase-input.MuiInputBase-input': { paddingBlock: { md: '5px' } },
  '& .MuiInputBase-root .MuiInputBase-input.MuiInputBase-input:not(:focus)': {
    fontSize: { xs: '0.8125rem', md: '0.875rem' },
  },
} as const;

/** Style of a right-aligned header that does not widen its column: it begins before it. */
const headerOverflow = { display: 'flex', alignItems: 'flex-end', contain: 'inline-size' } as const;

/** Style of a table in another page: its header is as low as that of the units of a request. */
export const embeddedStyle = { '&& .RaDataTable-headerCell': { height: 28, paddingBlock: 0 } } as const;

/** Return the DataTable style of declared lists, where rows are links. */
export function listStyle(theme: Theme) {
  const paper = theme.vars.palette.background.paper;
  return {
    // Positioned, so that visually hidden elements do not widen the page.
    '& .RaDataTable-tableWrapper': {
      overflowX: 'auto',
      position: 'relative',
      containerType: 'inline-size',
      // Next to the details column.
      ...scrollShadow(theme, 'var(--details-width)'),
    },
    '& th, & td': { padding: '3px 8px', whiteSpace: 'nowrap', borderBottom: `1px solid ${theme.vars.palette.divider}` },
    '& th.details, & td.details': {
      width: 'var(--details-width)',
      minWidth: 'var(--details-width)',
      paddingInline: '0 6px',
      textAlign: 'end',
    },
    '& .RaDataTable-headerCell': { height: 42, position: 'static', backgroundColor: 'transparent' },
    // Below its label, the offset does not widen a column. The header is one line where no text would be cut.
    '& th:is(.fullTime, .dateTime)': { whiteSpace: 'normal', lineHeight: '16px' },
    '@container (max-width: 1139px)': {
      '& table:has(td.text:not(.sticky)) th.dateTime .MuiTableSortLabel-root': headerOverflow,
    },
    // Apart from the text after them, which is aligned to the start.
    '& .MuiTableCell-alignRight:is(.number, .money) + :not(.MuiTableCell-alignRight, .details)': {
      paddingInlineStart: '16px',
    },
    // A number in the first column is the name of the row.
    '& th.first.number, & td.first.number': { width: '1px', minWidth: 0 },
    // Only the sorted column is as wide as its header with the arrow. In the others it appears on hover, in the gap.
    '& .MuiTableSortLabel-icon': { margin: '0 0 0 2px', fontSize: 14 },
    '& th.MuiTableCell-alignRight .MuiTableSortLabel-icon': { margin: '0 2px 0 0' },
    '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
      position: 'absolute',
      insetInlineStart: '100%',
    },
    '& th.MuiTableCell-alignRight .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
      insetInlineStart: 'auto',
      insetInlineEnd: '100%',
    },
    // One line that begins over the free space next to the short header of the texts.
    '& table th.longText + th:is(.fullTime, .dateTime) .MuiTableSortLabel-root': {
      ...headerOverflow,
      whiteSpace: 'nowrap',
    },
    // The name of a column of icons is its tooltip and accessible name.
    '& th.icon .MuiTableSortLabel-root': { fontSize: 0 },
    '& th.icon, & td.icon': { width: '1px', minWidth: 34, paddingInlineEnd: 0 },
    '& td': { height: 45, ...theme.typography.body1 },
    '& td:is(.number, .money, .datetime, .date)': {
      ...theme.typography.body2,
      fontVariantNumeric: 'tabular-nums',
      color: theme.vars.palette.text.secondary,
    },
    // Text columns shrink first; the full text is the tooltip.
    '& td.text, & td.choices': { minWidth: 96, maxWidth: 260 },
    '& td.longText': { minWidth: 112, maxWidth: 420 },
    '& td.text, & td.longText': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& td.sticky': { maxWidth: 340 },
    '& .first .MuiSkeleton-root': { marginInlineStart: 0 },
    // Cut anyway: leaves the width to models and manufacturers.
    '& td.column-description': {
      minWidth: 104,
      maxWidth: 104,
      [theme.breakpoints.up(1400)]: { minWidth: 152, maxWidth: 152 },
    },
    // As wide as most email addresses.
    '& td.column-to': { maxWidth: 308 },
    '& .clip, & td.text:not(.sticky) > strong': {
      display: '-webkit-box',
      WebkitLineClamp: 1,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      whiteSpace: 'normal',
      wordBreak: 'break-all',
    },
    // Remarks include the reason of a rejection; rows are few.
    '& td.column-remarks': { paddingBlock: '8px' },
    '& td.column-remarks .clip': {
      WebkitLineClamp: 3,
      whiteSpace: 'pre-line',
      wordBreak: 'normal',
      overflowWrap: 'anywhere',
    },
    // Where columns are narrow, the second fact is in the tooltip only: it would be cut in most rows.
    '& .clip > .added': { [theme.breakpoints.down(1600)]: { display: 'none' } },
    // Identifies the work: never truncated.
    '& td.column-nextStep .clip': { display: 'inline', wordBreak: 'normal', whiteSpace: 'nowrap' },
    '& tbody tr': { position: 'relative' },
    '& tbody tr.RaDataTable-row:hover > td': { backgroundColor: theme.portal.recessed },
    // Name and details are sticky; the name is a separate link above the row's link.
    '& .sticky, & .details': { position: 'sticky', zIndex: 2, backgroundColor: paper },
    '& .sticky': { insetInlineStart: 0 },
    '& .first': { paddingInlineStart: '20px' },
    '& .details': { insetInlineEnd: 0 },
    '& tr > :last-child:not(.details)': { paddingInlineEnd: '20px' },
    '& .recordLink': {
      display: 'inline-block',
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      verticalAlign: 'bottom',
      color: 'inherit',
      textDecoration: 'none',
      fontWeight: theme.typography.fontWeightBold,
    },
    // A whole sentence is no name.
    '& td.column-text > .recordLink': { fontWeight: 'inherit' },
    '& .recordLink::after, & .row': { content: '""', position: 'absolute', inset: 0 },
    // A name in another column is above the row's link, too.
    '& td:not(.sticky) > .recordLink': { position: 'relative', zIndex: 1 },
    '& .recordLink:focus-visible': { outline: 'none' },
    '& .recordLink:focus-visible::after': {
      outline: `2px solid ${theme.vars.palette.primary.main}`,
      outlineOffset: -2,
    },
    // Above the row's link.
    '& .overlayLink': { display: 'block', position: 'relative', zIndex: 1, color: 'inherit', textDecoration: 'none' },
    '& tr.RaDataTable-expandRow > td': { backgroundColor: theme.portal.recessed, height: 0 },
    '& th.MuiTableCell-paddingCheckbox, & td.MuiTableCell-paddingCheckbox': { width: checkbox, padding: '0 0 0 12px' },
    // Over the filter bar while rows are selected, to avoid a layout shift.
    '& .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed)': {
      minHeight: 60,
      transform: 'translateY(-60px)',
      color: theme.vars.palette.text.primary,
      backgroundColor: theme.portal.accentSoft,
      '& .MuiButton-root': { color: theme.portal.accentText },
    },
    // Replaced by ExpandButton, which the keyboard can reach.
    '& .RaDataTable-expandHeader, & .RaDataTable-expandIconCell': { width: 0, padding: 0, visibility: 'hidden' },
    '& .RaDataTable-expandHeader > *, & .RaDataTable-expandIconCell > *': { display: 'none' },
    '& [aria-busy="true"] tbody': { opacity: 0.6, transition: 'opacity 120ms 150ms' },
    // Paper is narrow and cannot scroll.
    '@media print': {
      '& .RaDataTable-table': { minWidth: 0, zoom: 0.75 },
      '& th, & td': { whiteSpace: 'normal', paddingInline: '6px' },
      '& th.details, & td.details': { display: 'none' },
      '& .RaDataTable-tableWrapper': { background: 'none' },
      '& .sticky': { position: 'static' },
    },
  } as const;
}
