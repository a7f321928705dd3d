import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useId, useRef } from 'react';
import { useErrorMessage, useNotifyError } from '../../server/errorMessage';
import { call } from '../../server/http';
import type { OwnSession } from '../../server/types';
import { useSession } from '../../server/useSession';
import { DateTime } from '../../shared/DateTime';
import { ErrorState } from '../../shared/Empty';
import { useFormat } from '../../shared/format';
import { TextSkeleton } from '../../shared/Skeletons';
import { StatusChip } from '../../shared/StatusChip';
import { TwoClickButton } from '../../shared/TwoClickButton';

const path = '/api/v1/sessions';

/** Where the user is logged in, and how to end that elsewhere. */
export function OwnSessions() {
  const translate = useTranslate();
  const message = useErrorMessage();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useOwnSessions();
  const { endOne, endOthers } = useEnding(() => {
    void refetch();
    // The button that was pressed goes with its row.
    heading.current?.focus();
  });
  const busy = endOne.isPending || endOthers.isPending;
  const alone = data?.every(({ current }) => current);
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ marginTop: 2, padding: { xs: 2, sm: 3 }, maxWidth: 'md', '@media print': { display: 'none' } }}
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
              <SessionRow key={session.id} session={session} busy={busy} onEnd={() => endOne.mutate(session)} />
            ))}
          </List>
          {!alone && (
            <TwoClickButton
              variant="outlined"
              label={translate('users.sessions.endOthers')}
              disabled={busy}
              onConfirm={() => endOthers.mutate()}
            />
          )}
        </>
      ) : error ? (
        <ErrorState message={message(error)} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={3} />
      )}
    </Card>
  );
}

type RowProps = { session: OwnSession; busy: boolean; onEnd: () => void };

function SessionRow({ session: { device, address, lastUse, current }, busy, onEnd }: RowProps) {
  const translate = useTranslate();
  const format = useFormat();
  const name = device || translate('users.sessions.unknown');
  return (
    <ListItem disableGutters sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="p">
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address && `${address} · `}
          <DateTime value={lastUse}>{translate('users.sessions.used', { time: format.dateTime(lastUse) })}</DateTime>
        </Typography>
      </Box>
      {current ? (
        <StatusChip tone="done" label={translate('users.sessions.here')} />
      ) : (
        <Button
          variant="text"
          disabled={busy}
          aria-label={translate('users.sessions.endOf', { device: name })}
          onClick={onEnd}
        >
          {translate('users.sessions.end')}
        </Button>
      )}
    </ListItem>
  );
}

/** Read anew with a new token: a changed password ends all other sessions. */
function useOwnSessions() {
  const { session } = useSession();
  return useQuery({
    queryKey: ['sessions', session?.token],
    queryFn: ({ signal }) => call<OwnSession[]>('GET', path, { signal }),
    enabled: session !== null,
  });
}

function useEnding(onSettled: () => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const onError = useNotifyError();
  const endOne = useMutation({
    mutationFn: ({ id }: OwnSession) => call<true>('DELETE', path, { query: { id } }),
    onSuccess: (_, { device }) =>
      notify('users.sessions.ended', {
        type: 'success',
        messageArgs: { device: device || translate('users.sessions.unknown') },
      }),
    onError,
    onSettled,
  });
  const endOthers = useMutation({
    mutationFn: () => call<true>('DELETE', `${path}/others`),
    onSuccess: () => notify('users.sessions.othersEnded', { type: 'success' }),
    onError,
    onSettled,
  });
  return { endOne, endOthers };
}
