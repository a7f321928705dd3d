import { SupportRequestForm } from './NewRemoteSupportPage';

/** A service asks for remote support for one of its clients, after a phone call, say. */
export default function RemoteSupportForClientPage() {
  return <SupportRequestForm isForClient />;
}
