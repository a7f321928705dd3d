import { useCallback } from 'react';
import { useParams } from 'react-router';
import { renameSession } from '../../api/passwordChange';
import { readSession } from '../../api/session';
import { BackToListButton } from '../../core/routing/BackToListButton';
import { useLocalizedPath } from '../../core/routing/links';
import { useNavigateIfCurrent } from '../../core/routing/useNavigateIfCurrent';
import { LockButton, ResetTwoFactorButton } from './UserActions';
import { UserPage } from './UserPage';

/** Page for administrators to edit a user. */
export default function EditUserPage() {
  const { username = '' } = useParams();
  const navigate = useNavigateIfCurrent();
  const path = useLocalizedPath();
  const viewer = readSession().session?.identification;
  const handleRenamed = useCallback(
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
      back={<BackToListButton list="contacts" />}
      onRenamed={handleRenamed}
      actions={(row, readAgain) => (
        <>
          {row.username !== viewer && row.secondFactor && <ResetTwoFactorButton user={row} onDone={readAgain} />}
          {row.username !== viewer && <LockButton user={row} onDone={readAgain} />}
        </>
      )}
    />
  );
}
