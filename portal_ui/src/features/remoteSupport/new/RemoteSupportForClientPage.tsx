import { SupportRequestForm } from './NewRemoteSupportPage';

/** Page of a service to create a remote support request for one of its clients. */
export default function RemoteSupportForClientPage() {
  return <SupportRequestForm isForClient />;
}
