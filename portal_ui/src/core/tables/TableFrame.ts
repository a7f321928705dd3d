import { styled } from '@mui/material/styles';

const EDGE = 16;
/** Height of a row in a list with a detail panel, and width of the bar that marks the current one. */
export const COMPACT_ROW = 48;
const CURRENT_BAR = 3;

/** The table with all its places. Their rules stand here, by element: rows come and go while a long table is scrolled. */
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
  // A number keeps its distance from what follows it.
  '& .end + td, & .end + th': { paddingInlineStart: '18px' },
  '& tr > :first-of-type': { paddingLeft: `${EDGE}px` },
  '& tr > :last-of-type': { paddingRight: `${EDGE}px` },
  '& thead': {
    position: 'sticky',
    top: theme.portal.barHeight,
    zIndex: 2,
    // A phone held sideways has no room to spare.
    '@media (max-height: 480px)': { position: 'static' },
  },
  '& thead th': {
    ...theme.typography.subtitle2,
    verticalAlign: 'bottom',
    paddingBlock: '4px',
    color: theme.portal.text3,
    backgroundColor: theme.vars.palette.background.paper,
  },
  // The box keeps its size to press, and makes the line no higher.
  '& thead .MuiCheckbox-root': { marginBlock: '-4px' },
  '& [data-group] > th': { fontWeight: 'inherit', backgroundColor: theme.portal.sunk },
  '& tbody > tr:last-of-type > td': { borderBottom: 0 },
  '& tr[aria-selected="true"] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[data-over] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[aria-current="true"] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[aria-current="true"] > td:first-of-type': {
    boxShadow: `inset ${CURRENT_BAR}px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '&[data-compact] thead th': { paddingBlock: 0, height: 28, verticalAlign: 'middle' },
  '&[data-compact] thead .MuiCheckbox-root': { marginBlock: 0, paddingBlock: 0 },
  '&[data-compact] tbody > tr[data-index]': { cursor: 'pointer' },
  '&[data-compact] tbody > tr[data-index] > td': { boxSizing: 'border-box', height: COMPACT_ROW, paddingBlock: 0 },
  '& tr[data-space] > td': { padding: 0, border: 0 },
  // The columns were chosen for the screen: paper has about three quarters of its width.
  '@media print': { zoom: 0.75 },
}));

/** The cards of a table, one below the other. */
export const CardList = styled('ul')(({ theme }) => ({
  containerType: 'inline-size',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > [data-group]': {
    padding: theme.spacing(2),
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.portal.sunk,
  },
}));
