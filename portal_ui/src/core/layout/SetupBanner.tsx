import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useStore, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useMeta } from '../../api/meta';
import { checklistQuery, countIncompleteSteps, formatSetupProgress } from '../../api/setup';
import { LocalizedLink, useLocalizedPath } from '../routing/links';

const route = 'setup';

/** Banner with the number of incomplete setup steps, permanently closable at zero. */
export function SetupBanner() {
  const isOffered = useMeta().pages.some(({ path }) => path === route);
  return isOffered ? <Banner /> : null;
}

function Banner() {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { pathname } = useLocation();
  const { data } = useQuery(checklistQuery);
  // Show the completion only to users who saw incomplete steps.
  const [wasMissing, setWasMissing] = useStore('setupWasMissing', false);
  const missing = countIncompleteSteps(data);
  useEffect(() => {
    if (missing) setWasMissing(true);
  }, [missing, setWasMissing]);
  // The review of an import needs the height.
  const saysItself = [path(route), path('settings')].includes(pathname) || pathname.startsWith(path('imports/'));
  if (missing === undefined || saysItself || (missing === 0 && !wasMissing)) return null;
  return (
    <Box role="status" sx={bannerStyle}>
      <span>{formatSetupProgress(translate, missing)}</span>
      {missing > 0 ? (
        <LocalizedLink to={route}>{translate('setup.show')}</LocalizedLink>
      ) : (
        <IconButton size="small" onClick={() => setWasMissing(false)} aria-label={translate('shared.close')}>
          <CloseIcon />
        </IconButton>
      )}
    </Box>
  );
}

const bannerStyle = (theme: Theme) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 36,
  paddingInline: { xs: 1.5, md: 3 },
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.portal.recessed,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '@media print': { display: 'none !important' },
});
