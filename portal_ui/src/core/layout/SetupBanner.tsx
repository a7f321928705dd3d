import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useStore, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useMeta } from '../../api/meta';
import { checklistQuery, countIncompleteSteps, formatSetupProgress } from '../../api/setup';
import { RouterLink, useLocalizedPath } from '../routing/links';

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
  if (missing === undefined || pathname === path(route) || (missing === 0 && !wasMissing)) return null;
  return (
    <Alert
      role="status"
      severity={missing > 0 ? 'info' : 'success'}
      {...(missing === 0 && { onClose: () => setWasMissing(false), closeText: translate('shared.close') })}
      {...(missing > 0 && {
        action: (
          <Button variant="text" size="small" component={RouterLink} to={path(route)} sx={{ color: 'inherit' }}>
            {translate('setup.show')}
          </Button>
        ),
      })}
      sx={{ borderRadius: 0, '@media print': { display: 'none !important' } }}
    >
      {formatSetupProgress(translate, missing)}
    </Alert>
  );
}
