import HandymanIcon from '@mui/icons-material/Handyman';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';

/** Icon and name of the portal. In a bar with buttons, narrow screens show the icon only. */
export function Logo({ isInBar = false }: { isInBar?: boolean }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
      <HandymanIcon
        sx={{
          width: 26,
          height: 26,
          padding: '5px',
          borderRadius: 1,
          color: 'primary.contrastText',
          backgroundColor: 'primary.main',
        }}
      />
      <Typography variant="h3" component="span" sx={isInBar ? { display: { xs: 'none', md: 'block' } } : null}>
        {translate('shared.portal')}
      </Typography>
    </Box>
  );
}
