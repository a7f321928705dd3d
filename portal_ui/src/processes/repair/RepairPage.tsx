import { ProcessPage } from '../../kernel/process/ProcessPage';
import { repairKind } from './kind';

/** The repair process: route process-repair/:id. */
export default function RepairPage() {
  return <ProcessPage kind={repairKind} />;
}
