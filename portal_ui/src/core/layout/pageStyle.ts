/** Style of the page content. On wider pages, rows are hard to follow from number to status. */
export const pageStyle = {
  flex: 1,
  width: '100%',
  minWidth: 0,
  maxWidth: 1760,
  padding: { xs: 1.5, md: 3 },
  paddingTop: { xs: 1, md: 1.5 },
  // A page with an action bar fills the height of the viewport.
  '&:has(> [data-fills-page])': { display: 'flex', flexDirection: 'column' },
  '&:has(> [data-fills-page]):has([data-action-bar])': { paddingBottom: 0 },
  '@media print': { padding: 0, maxWidth: 'none' },
} as const;
