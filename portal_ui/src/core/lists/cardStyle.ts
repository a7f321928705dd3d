import type { Theme } from '@mui/material/styles';

/** Style of a list of cards. */
export const cardListStyle = (theme: Theme) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&[aria-busy="true"]': { opacity: 0.6, transition: 'opacity 120ms 150ms' },
});

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Style of a card. */
export const cardStyle = (theme: Theme) => ({
  position: 'relative',
  display: 'grid',
  // Content never widens the card.
  gridTemplateColumns: 'minmax(0, 1fr)',
  rowGap: 0.5,
  padding: 1.5,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '[role="tabpanel"] &': { paddingInline: 2 },
  '&.yours': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}` },
  // All lines begin after the checkbox.
  '&:has(> .select)': { gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 },
  '& > .select': { height: 24, minWidth: 28, display: 'flex', alignItems: 'center' },
  // On the line of the name, which is as high as a picture in it.
  '& > .select:has(+ .title .name > span)': { height: 36 },
  '& > .select ~ *': { gridColumn: 2 },
  '& .recordLink': { color: 'inherit', textDecoration: 'none' },
  '& .recordLink::after': { content: '""', position: 'absolute', inset: 0 },
  '& .overlayLink': { position: 'relative', color: 'inherit', textDecoration: 'none' },
  '& .label, & time': { ...theme.typography.body2, color: theme.portal.text3 },
  '& .line': { display: 'flex', alignItems: 'center', gap: 1, minHeight: 20 },
  '& .line > :first-of-type': { flex: 1, minWidth: 0 },
  '& .end': { flex: 'none', whiteSpace: 'nowrap' },
  '& .name': { flex: '1 0 auto', maxWidth: '100%', display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 },
  // Wraps rather than ends early: with the text spacing of a user, a name may be wider than the card.
  '& .name > :is(a, strong)': {
    minWidth: 0,
    paddingBlock: 0.25,
    fontWeight: 'fontWeightBold',
    overflowWrap: 'anywhere',
  },
  '& .name.oneLine > :is(a, strong)': oneLine,
  // Chips that do not fit next to the name take a line of their own: a status is never cut.
  '& .title': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 },
  '& .chips': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, minWidth: 0 },
  // The time is at the end of the line.
  '& .chips:has(> .end)': { flexGrow: 1 },
  '& .chips > .end': { marginInlineStart: 'auto' },
  '& .chips > .status': { display: 'flex', alignItems: 'center', gap: '4px', maxWidth: '100%' },
  // Without the space around them, switches and arrows end where the texts end.
  '& .chips .MuiSwitch-root': { marginBlock: '-4px', marginInlineEnd: '-11px' },
  '& .controls .MuiSelect-icon': { right: '-4px' },
  '&&& .controls .MuiInputBase-root > .MuiAutocomplete-endAdornment': { right: '-8px' },
  '& .controls .MuiAutocomplete-popupIndicator': { color: 'inherit' },
  // A value that cannot be changed looks like text.
  '& .controls .Mui-disabled .MuiAutocomplete-endAdornment': { display: 'none' },
  '& .facts': oneLine,
  // Labels have the size of their values.
  '& .facts :is(.label, time)': { font: 'inherit' },
  '& .facts.whole': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& .lead': { display: 'flex', alignItems: 'center' },
  '& .lead > .facts': { minWidth: 0 },
  '& .lead > .facts + .MuiButton-root': { marginInlineStart: 0.5, paddingInlineStart: 0 },
  '& .lead > .facts + .MuiButton-root::before': { content: '"·"', marginInlineEnd: '4px', color: theme.portal.text3 },
  '& .appointment': { whiteSpace: 'nowrap', '& :is(.label, time)': { font: 'inherit', color: 'inherit' } },
  '& .facts > span + span::before': { content: '" · "', color: theme.portal.text3 },
  // As high as a finger, without a higher line.
  '& .line .MuiButton-root': { minHeight: 28, marginBlock: '-4px' },
  // Lines of text that open their select: as high as a finger, but not the loudest part of the card.
  '& .controls': {
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    gap: 0.5,
    marginBlock: -1,
  },
  // On the first line of a value with two.
  '& .controls > .label': { flex: 'none', alignSelf: 'flex-start', paddingBlock: '12px' },
  '& .controls > :last-child, & .controls .MuiFormControl-root': { flex: 1, width: '100%', minWidth: 0 },
  '& .controls .MuiInputBase-root.MuiInputBase-root': { backgroundColor: 'transparent', paddingInline: 0 },
  '&&& .controls .MuiAutocomplete-inputRoot': { paddingInline: '4px 28px' },
  '& .controls .MuiInputBase-input.MuiInputBase-input': {
    paddingInlineStart: '4px',
    // With the margins around them, two lines are as far from the next card as one.
    paddingBlock: '12px',
    lineHeight: '18px',
    whiteSpace: 'normal',
  },
  '& .controls .MuiInputBase-root:not(.Mui-focused) fieldset': { border: 0 },
});
