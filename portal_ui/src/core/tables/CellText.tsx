import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** Text of a cell. Long words wrap, line breaks are kept. */
export function CellText({ children }: { children: string | null | undefined }) {
  if (!children) return <Dash />;
  return (
    <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

/** Dash for an empty value. */
export function Dash() {
  return (
    <Box component="span" aria-hidden data-empty sx={{ color: 'text.tertiary' }}>
      –
    </Box>
  );
}
