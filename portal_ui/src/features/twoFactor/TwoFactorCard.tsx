import OffIcon from '@mui/icons-material/LockOpenOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { setupKey } from '../../api/queryClient';
import { twoFactorCalls } from '../../api/twoFactor';
import type { OwnTwoFactor } from '../../api/types';
import { useFormat } from '../../core/i18n/format';
import { ErrorState } from '../../core/ui/EmptyState';
import { TextSkeleton } from '../../core/ui/Skeletons';
import { StatusChip } from '../../core/ui/StatusChip';
import { MethodDialog, type MethodTask } from './MethodDialog';
import { TwoFactorMessages } from './TwoFactorMessages';

/** Card of the user's two-factor authentication: codes, passkeys, recovery codes. */
export default function TwoFactorCard() {
  return (
    <TwoFactorMessages>
      <TwoFactor />
    </TwoFactorMessages>
  );
}

const LOW_CODE_COUNT = 3;

const on = { tone: 'done' } as const;
const off = { tone: 'idle', icon: OffIcon } as const;

function TwoFactor() {
  const translate = useTranslate();
  const id = useId();
  const [task, setTask] = useState<MethodTask | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => twoFactorCalls.own(signal),
  });
  const client = useQueryClient();
  const isOn = data && (data.codesSince !== null || data.passkeys.length > 0);
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ marginTop: 2, padding: 2, '@media print': { display: 'none' } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" id={id}>
          {translate('twoFactor.title')}
        </Typography>
        {data && <StatusChip {...(isOn ? on : off)} label={translate(isOn ? 'twoFactor.on' : 'twoFactor.off')} />}
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>{translate('twoFactor.hint')}</Typography>
      {data ? (
        <>
          {data.required && (
            <Alert severity="info" sx={{ marginTop: 1 }}>
              {translate('twoFactor.required')}
            </Alert>
          )}
          <Methods factors={data} onTask={setTask} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={5} />
      )}
      {task && (
        <MethodDialog
          task={task}
          hasFactor={isOn === true}
          onClose={() => {
            setTask(null);
            void refetch();
            void client.invalidateQueries({ queryKey: [setupKey] });
          }}
        />
      )}
    </Card>
  );
}

function Methods({ factors, onTask }: { factors: OwnTwoFactor; onTask: (task: MethodTask) => void }) {
  const translate = useTranslate();
  const format = useFormat();
  const { codesSince, passkeys, recoveryCodes } = factors;
  const isOn = codesSince !== null || passkeys.length > 0;
  const codes = translate('twoFactor.code.name');
  return (
    <Box component="ul" sx={{ margin: 0, marginTop: 2, padding: 0, listStyle: 'none' }}>
      <Row
        name={codes}
        text={
          codesSince
            ? translate('twoFactor.code.since', { time: format.dateTime(codesSince) })
            : translate('twoFactor.code.none')
        }
      >
        <Button variant="outlined" onClick={() => onTask({ kind: 'code' })}>
          {translate(codesSince ? 'twoFactor.code.replace' : 'twoFactor.code.setUp')}
        </Button>
        {codesSince && (
          <Button
            variant="text"
            aria-label={translate('twoFactor.code.remove')}
            onClick={() => onTask({ kind: 'remove', name: codes, passkey: null })}
          >
            {translate('twoFactor.remove.submit')}
          </Button>
        )}
      </Row>
      <Row name={translate('twoFactor.passkey.name')} text={translate('twoFactor.passkey.none')}>
        <Button variant="outlined" onClick={() => onTask({ kind: 'passkey' })}>
          {translate('twoFactor.passkey.add')}
        </Button>
      </Row>
      {passkeys.map(({ id, name, createdAt, usedAt }) => (
        <Row
          key={id}
          name={name}
          text={[
            translate('twoFactor.passkey.created', { time: format.dateTime(createdAt) }),
            ...(usedAt ? [translate('twoFactor.passkey.used', { time: format.dateTime(usedAt) })] : []),
          ].join(' · ')}
        >
          <Button
            variant="text"
            aria-label={translate('twoFactor.passkey.remove', { name })}
            onClick={() => onTask({ kind: 'remove', name, passkey: id })}
          >
            {translate('twoFactor.remove.submit')}
          </Button>
        </Row>
      ))}
      {isOn && (
        <Row
          name={translate('twoFactor.recovery.name')}
          text={[
            translate('twoFactor.recovery.left', { smart_count: recoveryCodes }),
            ...(recoveryCodes <= LOW_CODE_COUNT ? [translate('twoFactor.recovery.few')] : []),
          ].join(' ')}
        >
          <Button variant="outlined" onClick={() => onTask({ kind: 'renew' })}>
            {translate('twoFactor.recovery.renew')}
          </Button>
        </Row>
      )}
    </Box>
  );
}

function Row({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, paddingBlock: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="h3">
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{children}</Box>
    </Box>
  );
}
