import { useCallback } from 'react';
import { useParams } from 'react-router';
import { BackToList } from '../../kernel/routing/BackToList';
import { useNavigateFromHere } from '../../kernel/routing/useNavigateFromHere';
import { renameSession } from '../../server/ownSession';
import { readSession } from '../../server/session';
import { usePath } from '../../shared/links';
import { LockButton } from './LockButton';
import { ResetFactorButton } from './ResetFactorButton';
import { UserPage } from './UserPage';

/** An administrator edits a user. */
export default function EditUserPage() {
  const { username = '' } = useParams();
  const navigate = useNavigateFromHere();
  const path = usePath();
  const viewer = readSession().session?.identification;
  const renamed = useCallback(
    (name: string) => {
      navigate(path(`edit/contact/${encodeURIComponent(name)}`), { replace: true });
      if (viewer === username) renameSession(name);
    },
    [navigate, path, username, viewer],
  );
  return (
    <UserPage
      key={username}
      username={username}
      title={(row) => row?.fullName ?? username}
      onRenamed={renamed}
      actions={(row, readAgain) => (
        <>
          {row.username !== viewer && row.secondFactor && <ResetFactorButton user={row} onDone={readAgain} />}
          {row.username !== viewer && <LockButton user={row} onDone={readAgain} />}
          <BackToList list="contacts" />
        </>
      )}
    />
  );
}
