import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';

/** The portal's mark and name. */
export function Brand() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
      <Box
        aria-hidden
        component="svg"
        viewBox="0 0 24 24"
        sx={(theme) => ({
          width: 26,
          height: 26,
          padding: '5px',
          borderRadius: 1,
          fill: theme.vars.palette.primary.contrastText,
          backgroundColor: theme.vars.palette.primary.main,
        })}
      >
        <path d="m21.67 18.17-5.3-5.3h-.99l-2.54 2.54v.99l5.3 5.3c.39.39 1.02.39 1.41 0l2.12-2.12c.39-.38.39-1.02 0-1.41m-4.33-7.98 1.41-1.41 2.12 2.12c1.17-1.17 1.17-3.07 0-4.24l-3.54-3.54-1.41 1.41V1.71L15.22 1l-3.54 3.54.71.71h2.83l-1.41 1.41 1.06 1.06-2.89 2.89-4.13-4.13V5.06L4.83 2.04 2 4.87 5.03 7.9h1.41l4.13 4.13-.85.85H7.6l-5.3 5.3c-.39.39-.39 1.02 0 1.41l2.12 2.12c.39.39 1.02.39 1.41 0l5.3-5.3v-2.12l5.15-5.15z" />
      </Box>
      <Typography variant="h3" component="span">
        {translate('shared.portal')}
      </Typography>
    </Box>
  );
}
