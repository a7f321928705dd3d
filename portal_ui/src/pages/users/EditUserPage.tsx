import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readSession } from '../../server/session';
import { usePath } from '../../shared/links';
import { renameSession } from './ownSession';
import { UserPage } from './UserPage';

/** An administrator edits a user. */
export default function EditUserPage() {
  const { username = '' } = useParams();
  const navigate = useNavigate();
  const path = usePath();
  const renamed = useCallback(
    (name: string) => {
      void navigate(path(`edit/contact/${encodeURIComponent(name)}`), { replace: true });
      if (readSession().session?.identification === username) renameSession(name);
    },
    [navigate, path, username],
  );
  return (
    <UserPage username={username} titleOf={(profile) => profile?.contact.fullName ?? username} renamed={renamed} />
  );
}
