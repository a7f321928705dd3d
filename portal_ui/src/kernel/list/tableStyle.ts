import type { Theme } from '@mui/material/styles';

/** One style for the whole table: a hundred rows cost no more than their markup. */
export function tableStyle(theme: Theme) {
  const line = `1px solid ${theme.vars.palette.divider}`;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': { padding: '6px 10px', textAlign: 'start', borderBottom: line },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '20px' },
    '& th:last-child, & td:last-child': { paddingInlineEnd: '12px', width: 44 },
    '& th': {
      ...theme.typography.subtitle2,
      height: 42,
      color: theme.portal.text3,
      whiteSpace: 'nowrap',
    },
    '& .sort': { font: 'inherit', borderRadius: 4, minHeight: 28 },
    '& .sort:hover': { color: theme.vars.palette.text.primary },
    '& td': { height: 56, verticalAlign: 'middle' },
    '& .right': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& td.right': {
      ...theme.typography.body2,
      fontVariantNumeric: 'tabular-nums',
      color: theme.vars.palette.text.secondary,
    },
    '& tbody tr': { position: 'relative' },
    '& tbody tr:hover td': { backgroundColor: theme.portal.sunk },
    '& tbody tr.yours td:first-of-type': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}` },
    '& .whole': {
      color: 'inherit',
      textDecoration: 'none',
      whiteSpace: 'nowrap',
      fontWeight: theme.typography.fontWeightBold,
    },
    '& .whole::after': { content: '""', position: 'absolute', inset: 0 },
    '& .whole:focus-visible': { outline: 'none' },
    '& .whole:focus-visible::after': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
    '& tr.unfolded > td, & tr.unfolded:hover > td': { backgroundColor: theme.portal.sunk, paddingBlock: '4px' },
    // Above the row's own link.
    '& .details > *, & .over': { position: 'relative' },
    '& .over': { color: 'inherit', textDecoration: 'none' },
    '& td.role, & td.number': { whiteSpace: 'nowrap' },
    // Below these widths the table scrolls in its box instead of breaking every word.
    '& td.status': { minWidth: 148 },
    '& td.text': { minWidth: 80 },
    '& td.text:nth-of-type(2)': { minWidth: 168 },
    // Paper is narrow and cannot be scrolled.
    '@media print': {
      '& th, & td, & td.status, & td.text, & td.text:nth-of-type(2)': {
        minWidth: 0,
        whiteSpace: 'normal',
        paddingInline: '6px',
      },
      '& th:last-child, & td.details': { display: 'none' },
    },
    '&[aria-busy="true"] tbody': { opacity: 0.6, transition: 'opacity 120ms 150ms' },
    '& .unseen': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  } as const;
}
