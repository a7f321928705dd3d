import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { renameSession } from '../../api/passwordChange';
import { lazyPart } from '../../core/ui/lazyPart';
import { OwnSessions } from './OwnSessions';
import { UserPage } from './UserPage';

/** Height in px of the card if two-factor authentication is off. */
const TWO_FACTOR_HEIGHT = 250;

/** Card of the final height, for a user without two-factor authentication. */
const TwoFactorCard = lazyPart(() => import('../twoFactor/TwoFactorCard'), {
  fallback: <Card sx={{ height: TWO_FACTOR_HEIGHT, marginTop: 2 }} />,
});

/** Page of the user's account: details, two-factor authentication and sessions. */
export default function ProfilePage() {
  const translate = useTranslate();
  return (
    <UserPage title={() => translate('users.own')} onRenamed={renameSession}>
      <TwoFactorCard />
      <OwnSessions />
    </UserPage>
  );
}
