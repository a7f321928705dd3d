import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import CloseIcon from '@mui/icons-material/Close';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { getCount, inboxPath, useCounters } from '../../api/counters';
import { SetupHints } from '../creation/SetupHints';
import { LocalizedLink, RouterLink, useLocalizedPath } from '../routing/links';
import { focusMain } from '../ui/focusMain';
import { getIcon } from './icons';

/** Options offered to clients after login. */
const options = [
  { route: 'active-repairs', icon: HomeIcon, key: 'home' },
  { route: 'new-repair', icon: getIcon('repair'), key: 'newRepair' },
  { route: 'part-request/new', icon: getIcon('inventory'), key: 'partRequest' },
  { route: 'remote-support/new', icon: getIcon('support'), key: 'remoteSupport' },
] as const;

/** Full-screen dialog with options after login. */
export default function QuickStartDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  // The dialog opens without a button, so it has no element to return the focus to.
  useEffect(() => () => void (document.activeElement === document.body && focusMain()), []);
  const waiting = getCount(useCounters() ?? []);
  return (
    <Dialog fullScreen open onClose={onClose} aria-labelledby="suggest-title">
      <IconButton aria-label={translate('shared.close')} onClick={onClose} sx={{ alignSelf: 'flex-end', margin: 2 }}>
        <CloseIcon />
      </IconButton>
      <Box
        sx={{
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          flex: 1,
          gap: 3,
          padding: 2,
          paddingBottom: 9,
        }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.5 }}>
          <Typography id="suggest-title" variant="h1" component="h2">
            {translate('login.whatNext')}
          </Typography>
          {waiting > 0 && (
            <LocalizedLink to={inboxPath} replace>
              {translate('shell.waiting', { smart_count: waiting })}
            </LocalizedLink>
          )}
        </Box>
        <Box sx={{ display: 'grid', gap: 1, width: 'min(720px, 100vw - 32px)', '&:empty': { display: 'none' } }}>
          <SetupHints />
        </Box>
        <Box
          sx={{ display: 'grid', gap: 2, width: 'min(720px, 100vw - 32px)', gridTemplateColumns: { sm: '1fr 1fr' } }}
        >
          {options.map(({ route, icon: Icon, key }) => (
            <Card key={key} sx={{ '&:hover': { borderColor: 'primary.main', backgroundColor: 'portal.accentSoft' } }}>
              <CardActionArea
                component={RouterLink}
                to={path(route)}
                replace
                sx={{ display: 'grid', gap: 0.5, alignContent: 'start', height: '100%', padding: 3 }}
              >
                <Box
                  aria-hidden
                  sx={{ display: 'flex', justifyContent: 'space-between', marginBottom: 1, color: 'primary.main' }}
                >
                  <Icon />
                  <ArrowForwardIcon fontSize="small" />
                </Box>
                <Typography variant="h2" component="span">
                  {translate(`login.options.${key}.title`)}
                </Typography>
                <Typography component="span" sx={{ color: 'text.secondary' }}>
                  {translate(`login.options.${key}.text`)}
                </Typography>
              </CardActionArea>
            </Card>
          ))}
        </Box>
      </Box>
    </Dialog>
  );
}
