import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../api/http';
import type { OwnSession } from '../../api/types';
import { useSession } from '../../api/useSession';
import { useFormat } from '../../core/i18n/format';
import { DateTime } from '../../core/ui/DateTime';
import { ErrorState } from '../../core/ui/EmptyState';
import { LazyDialog } from '../../core/ui/LazyDialog';
import { TextSkeleton } from '../../core/ui/Skeletons';
import { StatusChip } from '../../core/ui/StatusChip';

const loadEndSessionDialog = () => import('./EndSessionDialog');
const path = '/api/v1/sessions';

/** Session to end, or all except the current one. */
type Chosen = OwnSession | 'others';

/** Active sessions of the user, with a logout of the others. */
export function OwnSessions() {
  const translate = useTranslate();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useOwnSessions();
  const notify = useNotify();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    // The dialog returns the focus to a button that is removed with its row: move it to the heading.
    if (ended > 0) heading.current?.focus();
  }, [ended]);
  const close = () => {
    setChosen(null);
    void refetch();
  };
  const getName = ({ device }: OwnSession) => device || translate('users.sessions.unknown');
  const end = async (to: Chosen, currentPassword: string) => {
    const session = to === 'others' ? null : to;
    await call<true>('PUT', `${path}/end`, {
      body: session ? { id: session.id, currentPassword } : { currentPassword },
    });
    if (session) notify('users.sessions.ended', { type: 'success', messageArgs: { device: getName(session) } });
    else notify('users.sessions.othersEnded', { type: 'success' });
    close();
    setEnded((count) => count + 1);
  };
  const alone = data?.every(({ current }) => current);
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ marginTop: 2, padding: 2, '@media print': { display: 'none' } }}
    >
      <Typography variant="h2" id={id} ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {translate('users.sessions.title')}
      </Typography>
      {data ? (
        <>
          <Typography sx={{ color: 'text.secondary' }}>
            {translate(alone ? 'users.sessions.none' : 'users.sessions.hint')}
          </Typography>
          <List disablePadding sx={{ marginBlock: 1 }}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} name={getName(session)} onEnd={() => setChosen(session)} />
            ))}
          </List>
          {!alone && (
            <Button variant="outlined" onClick={() => setChosen('others')}>
              {translate('users.sessions.endOthers')}
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={3} />
      )}
      {chosen && (
        <LazyDialog
          load={loadEndSessionDialog}
          title={
            chosen === 'others'
              ? translate('users.sessions.endOthers')
              : translate('users.sessions.endOf', { device: getName(chosen) })
          }
          onEnd={(password: string) => end(chosen, password)}
          onClose={close}
        />
      )}
    </Card>
  );
}

type RowProps = { session: OwnSession; name: string; onEnd: () => void };

function SessionRow({ session: { address, lastUse, current }, name, onEnd }: RowProps) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <ListItem disableGutters sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="p">
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address && `${address} · `}
          <DateTime value={lastUse} form="relative">
            {translate('users.sessions.used', { time: format.ago(lastUse) })}
          </DateTime>
        </Typography>
      </Box>
      {current ? (
        <StatusChip tone="done" label={translate('users.sessions.here')} />
      ) : (
        <Button
          variant="text"
          aria-label={translate('users.sessions.endOf', { device: name })}
          onClick={onEnd}
          sx={{ marginInlineEnd: -1.5 }}
        >
          {translate('users.sessions.end')}
        </Button>
      )}
    </ListItem>
  );
}

/** Return the sessions query. A new token refetches it, as a password change ends all other sessions. */
function useOwnSessions() {
  const { session } = useSession();
  return useQuery({
    queryKey: ['sessions', session?.token],
    queryFn: ({ signal }) => call<OwnSession[]>('GET', path, { signal }),
    enabled: session !== null,
  });
}
