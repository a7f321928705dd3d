import { useAction, useProcess } from '../../kernel/process/processContext';
import { DiagnosticsEditor } from './DiagnosticsEditor';
import { DiagnosticsReader } from './DiagnosticsReader';

/** Diagnostics: what was found in each unit, and what its repair costs. */
export default function DiagnosticsPane() {
  const { editable, held } = useProcess();
  const canSave = useAction('save_diagnostics') !== undefined;
  return editable && (canSave || held) ? <DiagnosticsEditor canSave={canSave} /> : <DiagnosticsReader />;
}
