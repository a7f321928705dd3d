import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { RemoteSupport, SupportSession } from '../../../api/remoteSupport';
import { useFormat } from '../../../core/i18n/format';
import { useProcess } from '../../../core/process/processContext';

interface SessionListProps {
  sessions: readonly SupportSession[];
  /** Return the actions of a session. */
  getActions?: (session: SupportSession, title: string) => ReactNode;
  /** Return the form that replaces the text of a session, or null. */
  getForm?: (session: SupportSession, title: string) => ReactNode;
}

/** List of sessions as text, with their actions, or as forms. */
export function SessionList({ sessions, getActions, getForm }: SessionListProps) {
  const translate = useTranslate();
  return (
    <Box component="ol" aria-label={translate('remoteSupport.session.list')} sx={listStyle}>
      {sessions.map((session, index) => {
        const title = translate('remoteSupport.session.number', { number: index + 1 });
        return (
          <li key={session.id}>
            {getForm?.(session, title) ?? (
              <SessionText session={session} number={index + 1}>
                {getActions?.(session, title)}
              </SessionText>
            )}
          </li>
        );
      })}
    </Box>
  );
}

const listStyle = (theme: Theme) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > li': { paddingBlock: 1.5 },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
});

/** Number, day and actions in one line, with the summary below. */
const sessionStyle = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  columnGap: 1.5,
  rowGap: { xs: 0.5, sm: 0 },
  alignItems: 'center',
  '& > .summary': { gridRow: 2, gridColumn: { xs: '1 / -1', sm: 2 } },
  '& > .actions': { gridRow: 1, gridColumn: 3, display: 'flex', gap: 0.5, marginBlock: -0.75, displayPrint: 'none' },
} as const;

interface SessionTextProps {
  session: SupportSession;
  number: number;
  children: ReactNode;
}

/** Day, hours and summary of a session, with its actions at the right. */
function SessionText({ session, number, children }: SessionTextProps) {
  const format = useFormat();
  const translate = useTranslate();
  const { completionDate, durationInHours, summary } = session;
  return (
    <Box sx={sessionStyle}>
      <Chip size="small" component="span" aria-hidden label={number} sx={{ minWidth: 28 }} />
      <Typography variant="subtitle1" component="p" className="tabular">
        {format.namedDay(completionDate)}
        <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 'fontWeightRegular' }}>
          {` · ${translate('remoteSupport.session.hours', { hours: format.hours(durationInHours) })}`}
        </Box>
      </Typography>
      <Typography
        className="summary"
        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', color: summary ? undefined : 'text.tertiary' }}
      >
        {summary || translate('remoteSupport.session.noSummary')}
      </Typography>
      <div className="actions">{children}</div>
    </Box>
  );
}

/** Placeholder for an empty list of sessions. */
export function NoSessions() {
  const translate = useTranslate();
  return <Typography sx={{ color: 'text.secondary' }}>{translate('remoteSupport.session.none')}</Typography>;
}

/** Return the number and total hours of the sessions, if there are any. */
export function useSessionTotals(): string | undefined {
  const { serviceReviewSessions: sessions, totalHours } = useProcess<RemoteSupport>().record;
  const format = useFormat();
  const translate = useTranslate();
  if (sessions.length === 0) return undefined;
  return translate('remoteSupport.session.total', { count: sessions.length, hours: format.hours(totalHours) });
}
