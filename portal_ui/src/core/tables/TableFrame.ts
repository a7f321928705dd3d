import { styled } from '@mui/material/styles';

const EDGE = 16;
/** Height in px of a row in a list with a detail panel. */
export const COMPACT_ROW = 48;
const CURRENT_BAR = 3;

/** Table with the styles of all its parts, by element. Virtualized rows mount often, so they must be cheap. */
export const TableFrame = styled('table')(({ theme }) => ({
  ...theme.typography.body1,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': {
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    paddingBlock: '8px',
    paddingInline: '6px',
    textAlign: 'start',
  },
  '&[data-align="top"] td': { verticalAlign: 'top' },
  '& .end': { textAlign: 'end' },
  // Space between a right-aligned number and the next column.
  '& .end + td, & .end + th': { paddingInlineStart: '18px' },
  '& tr > :first-of-type': { paddingLeft: `${EDGE}px` },
  '& tr > :last-of-type': { paddingRight: `${EDGE}px` },
  '& thead': {
    position: 'sticky',
    top: theme.portal.barHeight,
    zIndex: 2,
    // A sticky header would take too much of the height of a phone in landscape.
    '@media (max-height: 480px)': { position: 'static' },
  },
  '& thead th': {
    ...theme.typography.subtitle2,
    verticalAlign: 'bottom',
    paddingBlock: '4px',
    color: theme.portal.text3,
    backgroundColor: theme.vars.palette.background.paper,
  },
  // Negative margin: the touch target of the checkbox must not increase the row height.
  '& thead .MuiCheckbox-root': { marginBlock: '-4px' },
  // Above a group the names need more space than directly above their cells.
  '&:has([data-group]) thead th': { paddingBlock: '9px' },
  '& [data-group] > th': { fontWeight: 'inherit', backgroundColor: theme.portal.recessed },
  '& tbody > tr:last-of-type > td': { borderBottom: 0 },
  '& tfoot td': {
    height: 40,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    borderBottom: 0,
    fontWeight: theme.typography.fontWeightBold,
    fontVariantNumeric: 'tabular-nums',
  },
  '& tr[aria-selected="true"] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[data-drag-over] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[aria-current="true"] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[aria-current="true"] > td:first-of-type': {
    boxShadow: `inset ${CURRENT_BAR}px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '&[data-compact] thead th': { paddingBlock: 0, height: 28, verticalAlign: 'middle' },
  '&[data-compact] thead .MuiCheckbox-root': { marginBlock: 0, paddingBlock: 0 },
  '&[data-compact] tbody > tr[data-index]': { cursor: 'pointer' },
  '&[data-compact] tbody > tr[data-index] > td': { boxSizing: 'border-box', height: COMPACT_ROW, paddingBlock: 0 },
  '& tr[data-space] > td': { padding: 0, border: 0 },
  // Columns are laid out for the screen; paper has about three quarters of its width.
  '@media print': { zoom: 0.75 },
}));

/** List of the cards of a table. */
export const CardList = styled('ul')(({ theme }) => ({
  containerType: 'inline-size',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > [data-group]': {
    padding: theme.spacing(2),
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.portal.recessed,
  },
}));
