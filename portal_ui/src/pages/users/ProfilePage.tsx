import { useTranslate } from 'ra-core';
import { renameSession } from './ownSession';
import { UserPage } from './UserPage';

/** The signed-in user's own details. */
export default function ProfilePage() {
  const translate = useTranslate();
  return <UserPage titleOf={() => translate('users.own')} renamed={renameSession} />;
}
