import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** Text of a cell; long words wrap, line breaks stay. */
export function CellText({ children }: { children: string | null | undefined }) {
  if (!children) return <Dash />;
  return (
    <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

/** Nothing is there. */
export function Dash() {
  return (
    <Box component="span" aria-hidden sx={{ color: 'text.tertiary' }}>
      –
    </Box>
  );
}
