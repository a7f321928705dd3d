/** The room of a page beside the navigation. Wider, and the eye loses the row between the number and the status. */
export const pageStyle = {
  flex: 1,
  width: '100%',
  minWidth: 0,
  maxWidth: 1760,
  padding: { xs: 1.5, md: 3 },
  paddingTop: { xs: 1, md: 1.5 },
  // A page with a bar at its foot reaches to the bottom of the screen.
  '&:has(> [data-fills-page])': { display: 'flex', flexDirection: 'column' },
  '&:has(> [data-fills-page]):has([data-action-bar])': { paddingBottom: 0 },
  '@media print': { padding: 0, maxWidth: 'none' },
} as const;
