import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { call } from '../../api/http';
import type { TwoFactorRole } from '../../api/types';
import { BackToSettingsButton } from '../../core/layout/BackToSettingsButton';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { ErrorState } from '../../core/ui/EmptyState';
import { useNotifyError } from '../../core/ui/errorMessage';
import { FormColumn } from '../../core/ui/FormColumn';
import { PageHeader } from '../../core/ui/PageHeader';
import { RowsSkeleton } from '../../core/ui/Skeletons';
import { TwoFactorMessages } from './TwoFactorMessages';
import { useNotifySuccess } from './useNotifySuccess';

const path = '/api/v1/second-factor/roles';
const queryKey = ['second-factor-roles'];
/** Number of roles, for the skeleton. */
const ROLE_COUNT = 5;

/** Page to set which roles require two-factor authentication. */
export default function RequiredRolesPage() {
  return (
    <TwoFactorMessages>
      <RequiredRoles />
    </TwoFactorMessages>
  );
}

function RequiredRoles() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<TwoFactorRole[]>('GET', path, { signal }),
  });
  return (
    <FormColumn>
      <PageHeader
        title={translate('twoFactor.roles.title')}
        subtitle={translate('twoFactor.roles.hint')}
        back={<BackToSettingsButton />}
      />
      <Alert severity="warning" sx={{ marginBottom: 2 }}>
        {translate('twoFactor.roles.warning')}
      </Alert>
      <Card sx={{ paddingInline: 2, paddingBlock: 1 }}>
        {data ? (
          <Roles roles={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton rows={ROLE_COUNT} height={65} />
        )}
      </Card>
    </FormColumn>
  );
}

const rowStyle = { paddingTop: 0.75, paddingBottom: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } } as const;

function Roles({ roles }: { roles: TwoFactorRole[] }) {
  const translate = useTranslate();
  const notifySuccess = useNotifySuccess();
  const onError = useNotifyError();
  const client = useQueryClient();
  const [roleToConfirm, setRoleToConfirm] = useState<TwoFactorRole | null>(null);
  const change = useMutation({
    mutationFn: ({ role: changed }: TwoFactorRole) => {
      const requiredRoles = roles
        .filter(({ role, required }) => required !== (role === changed))
        .map(({ role }) => role);
      return call<TwoFactorRole[]>('PUT', path, { body: { roles: requiredRoles } });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      notifySuccess('twoFactor.roles.saved');
    },
    onError,
    onSettled: () => setRoleToConfirm(null),
  });
  const t = (onKey: string, offKey: string) =>
    translate(roleToConfirm?.required ? offKey : onKey, { role: roleToConfirm?.name });
  return (
    <>
      <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {roles.map((each) => (
          <Box key={each.role} component="li" sx={rowStyle}>
            <FormControlLabel
              control={<Switch edge="end" checked={each.required} onChange={() => setRoleToConfirm(each)} />}
              label={each.name}
              labelPlacement="start"
              sx={{ display: 'flex', justifyContent: 'space-between', marginInline: 0 }}
            />
            <UsersWithoutTwoFactor role={each} />
          </Box>
        ))}
      </Box>
      <ConfirmDialog
        open={roleToConfirm !== null}
        title={t('twoFactor.roles.askOn', 'twoFactor.roles.askOff')}
        confirmLabel={t('twoFactor.roles.turnOn', 'twoFactor.roles.turnOff')}
        busy={change.isPending}
        onConfirm={() => roleToConfirm && change.mutate(roleToConfirm)}
        onClose={() => setRoleToConfirm(null)}
      >
        {t('twoFactor.roles.onText', 'twoFactor.roles.offText')}
      </ConfirmDialog>
    </>
  );
}

function UsersWithoutTwoFactor({ role: { users, without } }: { role: TwoFactorRole }) {
  const translate = useTranslate();
  const key = users === 0 ? 'nobody' : without === 0 ? 'all' : 'without';
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: -1 }}>
      {translate(`twoFactor.roles.${key}`, { users, enrolled: users - without, smart_count: users })}
    </Typography>
  );
}
