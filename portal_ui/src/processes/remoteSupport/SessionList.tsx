import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useFormat } from '../../shared/format';
import { useLanguage } from '../../shared/links';
import type { Session } from './types';

/** The sessions, only to read. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const format = useFormat();
  const translate = useTranslate();
  const _language = useLanguage();
  return (
    <Box
      component="ol"
      aria-label={translate('remoteSupport.session.list')}
      sx={(theme) => ({
        listStyle: 'none',
        margin: 0,
        padding: 0,
        borderTop: `1px solid ${theme.vars.palette.divider}`,
        '& > li': { paddingBlock: 1.5, borderBottom: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      {sessions.map(({ id, completionDate, durationInHours, summary }) => (
        <li key={id}>
          <Typography variant="subtitle1" component="p" className="tabular">
            {format.day(completionDate)}
            <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 'fontWeightRegular' }}>
              {` · ${translate('remoteSupport.session.hours', { hours: format.hours(durationInHours) })}`}
            </Box>
          </Typography>
          <Typography
            sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', color: summary ? undefined : 'text.tertiary' }}
          >
            {summary || translate('remoteSupport.session.noSummary')}
          </Typography>
        </li>
      ))}
    </Box>
  );
}
