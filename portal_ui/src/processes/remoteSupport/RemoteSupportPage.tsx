import { ProcessPage } from '../../kernel/process/ProcessPage';
import { remoteSupportKind } from './kind';

/** The remote support process: route remote-support/process/:id. */
export default function RemoteSupportPage() {
  return <ProcessPage kind={remoteSupportKind} />;
}
