import { useTranslate } from 'ra-core';
import { renameSession } from '../../api/passwordChange';
import { lazyPart } from '../../core/ui/lazyPart';
import { OwnSessions } from './OwnSessions';
import { UserPage } from './UserPage';

const TwoFactorCard = lazyPart(() => import('../twoFactor/TwoFactorCard'));

/** Page of the user's account: details, two-factor authentication and sessions. */
export default function ProfilePage() {
  const translate = useTranslate();
  return (
    <>
      <UserPage title={() => translate('users.own')} onRenamed={renameSession} />
      <TwoFactorCard />
      <OwnSessions />
    </>
  );
}
