import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { UnsavedBoundary } from '../../kernel/saving/UnsavedBoundary';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError } from '../../server/errors';
import { choiceName, useMeta } from '../../server/meta';
import type { Contact } from '../../server/types';
import { useSession } from '../../server/useSession';
import { ErrorState } from '../../shared/Empty';
import { LockState } from '../../shared/LockState';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { FormSkeleton } from '../../shared/Skeletons';
import { LockButton } from './LockButton';
import { profileQuery, type UserProfile } from './profile';
import { UserCards } from './UserCards';
import { type UserOnPage, UserProvider } from './userContext';

type Props = {
  /** Whose page it is; none: the viewer's own. */
  username?: string;
  titleOf: (profile: UserProfile | undefined) => string;
  renamed: (username: string) => void;
};

/** A user's page: the cards that the viewer may read or save. */
export function UserPage({ username, titleOf, renamed }: Props) {
  const translate = useTranslate();
  const path = usePath();
  const message = useErrorMessage();
  const { choices } = useMeta();
  const user = useUserOnPage(username, renamed);
  const { profile, error, refetch } = user;
  const administers = username !== undefined;
  const role = profile && choiceName(choices.roles, profile.contact.role);
  return (
    <>
      <PageHeader
        title={titleOf(profile)}
        subtitle={profile ? <Who contact={profile.contact} role={role ?? ''} locks={administers} /> : ' '}
        actions={
          administers && (
            <>
              {user.onPage && !user.onPage.own && (
                <UserProvider value={user.onPage}>
                  <LockButton />
                </UserProvider>
              )}
              <Button component={RouterLink} to={path('contacts')}>
                {translate('users.back')}
              </Button>
            </>
          )
        }
      />
      {user.onPage ? (
        <UnsavedBoundary>
          <UserProvider value={user.onPage}>
            <UserCards key={user.onPage.profile.contact.id} />
          </UserProvider>
        </UnsavedBoundary>
      ) : error ? (
        <Card>
          <ErrorState message={message(error)} onRetry={() => refetch()} />
        </Card>
      ) : (
        <ToCome />
      )}
    </>
  );
}

function Who({ contact, role, locks }: { contact: Contact; role: string; locks: boolean }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minHeight: 26 }}>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {`${contact.username} · ${role}`}
      </Box>
      {locks && <LockState locked={contact.locked} status={contact.status} />}
    </Box>
  );
}

function useUserOnPage(username: string | undefined, renamed: (username: string) => void) {
  const client = useQueryClient();
  const { session } = useSession();
  const { data: profile, error, refetch } = useQuery(profileQuery(username));
  const viewer = session?.identification;
  const onPage = useMemo<UserOnPage | null>(() => {
    if (!profile) return null;
    return {
      profile,
      own: username === undefined || profile.contact.username === viewer,
      administers: username !== undefined,
      reload: async (name) => {
        try {
          return await client.fetchQuery({ ...profileQuery(username && name), staleTime: 0 });
        } catch (failure) {
          return failure instanceof ApiError && failure.status === 404 ? 'gone' : 'unknown';
        }
      },
      renamed,
    };
  }, [profile, username, viewer, client, renamed]);
  return { profile, error, refetch, onPage };
}

function ToCome(): ReactNode {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {[8, 6].map((fields) => (
        <Card key={fields} sx={{ padding: { xs: 2, sm: 3 } }}>
          <FormSkeleton fields={fields} />
        </Card>
      ))}
    </Box>
  );
}
