import { ProcessPage } from '../../kernel/process/ProcessPage';
import { partRequestKind } from './kind';

/** The part request process: route process-part-request/:id. */
export default function PartRequestPage() {
  return <ProcessPage kind={partRequestKind} />;
}
