import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Logo } from '../../core/layout/Logo';

/** What the portal is, beside the form; on a phone the name alone. */
export function LoginAside() {
  const translate = useTranslate();
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        padding: { xs: 2, md: 7 },
        paddingTop: { md: 5 },
        gridRow: 1,
        gridColumn: 1,
        backgroundColor: { md: theme.vars.palette.background.paper },
        borderInlineEnd: { md: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Logo />
      <Box sx={{ display: { xs: 'none', md: 'grid' }, alignContent: 'center', flex: 1, gap: 2 }}>
        <Typography variant="h5" component="p">
          {translate('login.promise')}
        </Typography>
        <Typography variant="h6" component="p" sx={{ maxWidth: 420, color: 'text.secondary' }}>
          {translate('login.pitch')}
        </Typography>
      </Box>
    </Box>
  );
}
