import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import { NotFound } from '../../core/routing/NotFound';
import { ErrorState } from '../../core/ui/EmptyState';
import { FormColumn } from '../../core/ui/FormColumn';
import { PageHeader } from '../../core/ui/PageHeader';
import { FormSkeleton } from '../../core/ui/Skeletons';
import { StatusChip } from '../../core/ui/StatusChip';
import { LockStatus } from './LockStatus';
import { UserCards } from './UserCards';
import { type UserRow, useUserRow } from './useUserRow';

type Props = {
  /** Username of the page's user; undefined for the current user. */
  username?: string;
  title: (row: UserRow | undefined) => string;
  actions?: (row: UserRow, readAgain: () => void) => ReactNode;
  back?: ReactNode;
  /** Callback to navigate to the page of a new username. */
  onRenamed: (username: string) => void;
  /** Cards below those of the user. */
  children?: ReactNode;
};

/** Page of a user: the cards that the server returns, each a form saved separately. */
export function UserPage({ username, title, actions, back, onRenamed, children }: Props) {
  const translate = useTranslate();
  const { row, error, isMissing, refetch } = useUserRow(username);
  const readAgain = () => void refetch();
  if (isMissing && !error) return <NotFound list="contacts" text={translate('users.gone')} />;
  return (
    <FormColumn>
      <PageHeader
        title={title(row)}
        subtitle={row ? <UserSummary row={row} hasLock={username !== undefined} /> : ' '}
        actions={row && actions?.(row, readAgain)}
        back={back}
      />
      {row ? (
        <UserCards row={row} onRenamed={onRenamed} onSaved={readAgain}>
          {children}
        </UserCards>
      ) : error ? (
        <>
          <Card>
            <ErrorState error={error} onRetry={readAgain} />
          </Card>
          {children}
        </>
      ) : (
        <Card sx={{ padding: 2 }}>
          <FormSkeleton fields={8} />
        </Card>
      )}
    </FormColumn>
  );
}

function UserSummary({ row: { role, locked, secondFactor, status }, hasLock }: { row: UserRow; hasLock: boolean }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        // Chips do not make the line higher.
        '& > .MuiChip-root, & > div': { marginBlock: '-3px' },
      }}
    >
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {getChoiceName(choices.roles, role)}
      </Box>
      {hasLock && <LockStatus locked={locked} status={status} />}
      {hasLock && secondFactor && <StatusChip tone="done" label={translate('users.factor.on')} />}
    </Box>
  );
}
