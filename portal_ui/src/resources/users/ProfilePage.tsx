import { useTranslate } from 'ra-core';
import { renameSession } from '../../server/ownSession';
import { UserPage } from './UserPage';

/** The signed-in user's own details. */
export default function ProfilePage() {
  const translate = useTranslate();
  return <UserPage title={() => translate('users.own')} onRenamed={renameSession} />;
}
