import Card from '@mui/material/Card';
import { useOwnProfile } from '../../kernel/creation/useOwnProfile';
import { FormSkeleton } from '../../shared/Skeletons';
import { SupportRequestForm } from './SupportRequestForm';

/** A client asks for remote support; the contact is offered from the profile. */
export default function NewRemoteSupportPage() {
  const { data, isPending } = useOwnProfile();
  if (isPending) {
    return (
      <Card sx={{ padding: { xs: 2, sm: 3 } }}>
        <FormSkeleton fields={8} />
      </Card>
    );
  }
  // Without a profile the contact is typed: that is no reason to keep the form back.
  return <SupportRequestForm contact={data?.contact} />;
}
