import { useAction, useProcess } from '../../kernel/process/processContext';
import { RepairEditor } from './RepairEditor';
import { RepairReader } from './RepairReader';

/** Repair: what became of each unit in the service. */
export default function RepairPane() {
  const { editable, held } = useProcess();
  const canSave = useAction('save_repairs') !== undefined;
  return editable && (canSave || held) ? <RepairEditor canSave={canSave} /> : <RepairReader />;
}
