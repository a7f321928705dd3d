import { useTranslate } from 'ra-core';
import { renameSession } from '../../server/ownSession';
import { OwnSessions } from './OwnSessions';
import { UserPage } from './UserPage';

/** The signed-in user's own details, and where they are logged in. */
export default function ProfilePage() {
  const translate = useTranslate();
  return (
    <>
      <UserPage title={() => translate('users.own')} onRenamed={renameSession} />
      <OwnSessions />
    </>
  );
}
