import InputBase from '@mui/material/InputBase';
import { styled, type Theme } from '@mui/material/styles';

/** Rows become cards where the list is narrower than this; wide enough, a row also names its part. */
const ROW_FROM = 720;
const PART_FROM = 900;

const asRow = (theme: Theme) => theme.containerQueries.up(ROW_FROM);
const withPart = (theme: Theme) => theme.containerQueries.up(PART_FROM);
const touch = '@media (pointer: coarse)';

/** Read by assistive technology, not seen. */
const hidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

const piece = (theme: Theme) => ({
  backgroundColor: theme.vars.palette.background.paper,
  borderInline: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: theme.portal.cardShadow,
});

/** The list; its own width, not the window's, decides how rows are laid out. */
export const ListRoot = styled('div')({ position: 'relative', containerType: 'inline-size' });

export const HeadingPiece = styled('div')<{ open: boolean }>(({ theme, open }) => ({
  ...piece(theme),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: open ? `${theme.portal.cardRadius}px ${theme.portal.cardRadius}px 0 0` : theme.portal.cardRadius,
}));

export const HeadingBar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(1),
  rowGap: theme.spacing(1),
  padding: theme.spacing(1.5, 2),
}));

/** Title and buttons of a heading: under each other where rows are cards. */
export const HeadingTitle = styled('div')(({ theme }) => ({
  flex: '1 1 calc(100% - 64px)',
  minWidth: 0,
  [asRow(theme)]: { flex: '1 1 160px' },
}));

export const HeadingActions = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: '1 1 auto',
  alignItems: 'center',
  gap: theme.spacing(1),
  '& > :last-child': { marginInlineStart: 'auto' },
  [asRow(theme)]: { flex: '0 0 auto' },
}));

const columns = (part: string) => `24px ${part} minmax(120px, 176px) minmax(100px, 136px) minmax(150px, 1fr) 84px 36px`;

const rowColumns = (theme: Theme) => ({
  [asRow(theme)]: {
    display: 'grid',
    gap: theme.spacing(1.5),
    gridTemplateColumns: columns('36px'),
    gridTemplateAreas: '"number part serial tag problem files remove"',
    padding: theme.spacing(1.25, 2),
  },
  [withPart(theme)]: { gridTemplateColumns: columns('minmax(140px, 192px)') },
});

/** Column names above the rows; a card names its fields itself. */
export const ColumnNames = styled('div')(({ theme }) => ({
  display: 'none',
  color: theme.vars.palette.text.tertiary,
  ...theme.typography.body2,
  fontWeight: theme.typography.fontWeightMedium,
  ...rowColumns(theme),
  [asRow(theme)]: { ...rowColumns(theme)[asRow(theme)], paddingBlock: theme.spacing(0.75, 0) },
}));

/**
 * One row with all its places. Their rules stand here, by class, and not in components of their own: rows come and go
 * while a long list is scrolled, and each styled component costs.
 */
export const RowPiece = styled('div')<{ last: boolean }>(({ theme, last }) => ({
  ...piece(theme),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: last ? `0 0 ${theme.portal.cardRadius}px ${theme.portal.cardRadius}px` : 0,
  display: 'grid',
  alignItems: 'start',
  gap: theme.spacing(1.5),
  padding: theme.spacing(1.5, 2, 2),
  gridTemplateColumns: 'auto 1fr auto',
  gridTemplateAreas:
    '"number part remove" "serial serial serial" "tag tag tag" "problem problem problem" "files files files"',
  ...rowColumns(theme),
  '&[data-over]': { backgroundColor: theme.portal.accentSoft },
  // Number, part and buttons stand on the line of the text.
  '& > .number, & > .part, & > .remove': { display: 'flex', alignItems: 'center', minWidth: 0, minHeight: 36 },
  '& > .number': { gridArea: 'number', color: theme.vars.palette.text.tertiary },
  '& > .part': { gridArea: 'part', gap: theme.spacing(1) },
  '& > .serialNumber': { gridArea: 'serial', minWidth: 0 },
  '& > .serviceTag': { gridArea: 'tag', minWidth: 0 },
  '& > .problemDescription': { gridArea: 'problem', minWidth: 0 },
  '& > .files': { gridArea: 'files', minWidth: 0 },
  '& > .remove': { gridArea: 'remove' },
  // The name of the part: always on a card, in a row where there is room.
  '& .name': { minWidth: 0, [asRow(theme)]: { display: 'none' }, [withPart(theme)]: { display: 'block' } },
  '& .name > div': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .model': { ...theme.typography.subtitle2 },
  '& .category': { ...theme.typography.caption, color: theme.vars.palette.text.tertiary },
  // The label of a cell: seen on cards; in a row the column says it, and assistive technology still reads it.
  '& .label': {
    display: 'block',
    marginBottom: theme.spacing(0.75),
    ...theme.typography.subtitle2,
    fontWeight: theme.typography.fontWeightBold,
    [asRow(theme)]: hidden,
  },
  '& .star': { color: theme.vars.palette.error.main },
  '& .hidden': hidden,
}));

export const CellInput = styled(InputBase)(({ theme }) => ({
  width: '100%',
  minHeight: 36,
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.portal.fieldBorder}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { borderColor: theme.vars.palette.text.secondary },
  '&.Mui-focused': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&.Mui-error': { borderColor: theme.vars.palette.error.main },
  '&.Mui-error.Mui-focused': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}` },
  '& .MuiInputBase-input': {
    height: 'auto',
    padding: '7px 11px',
    // Room above and below: a focused cell is not hidden by the bars that stay in view.
    scrollMarginBlock: 160,
    '&:focus-visible': { outline: 'none' },
  },
  '& textarea': { display: 'block', resize: 'none', fieldSizing: 'content', maxHeight: 160 },
  [touch]: { minHeight: 44, fontSize: '1rem', '& .MuiInputBase-input': { paddingBlock: 11 } },
}));
