import FormHelperText from '@mui/material/FormHelperText';
import { useFormContext, useWatch } from 'react-hook-form';
import { QueuedAttachmentsButton } from '../../../core/files/QueuedAttachmentsButton';
import type { UploadQueue } from '../../../core/files/uploadQueue';
import { useCellError } from '../../../core/tables/CellField';
import { SpectrumBindingProvider } from '../../spectra/spectrumBinding';
import type { SpectrumFormBinding } from '../../spectra/suggestions';
import type { Unit } from './unitGroups';
import type { FormValues, RepairForm } from './useRepairForm';

interface FilesCellProps {
  unit: Unit;
  ownerName: string;
  queue: UploadQueue;
  actions: RepairForm['actions'];
}

/** Attachments of a unit, behind one button. */
export function FilesCell({ unit, ownerName, queue, actions }: FilesCellProps) {
  const name = `units.${unit.id}.attachments` as const;
  const files = useWatch<FormValues, typeof name>({ name }) ?? [];
  const error = useCellError(name);
  return (
    <SpectrumBindingProvider value={useSpectrumBinding(unit, actions)}>
      <QueuedAttachmentsButton
        {...{ files, ownerName, queue, error }}
        onRemove={(fileId) => actions.removeFile(unit.id, fileId)}
      />
      {error && <FormHelperText error>{error}</FormHelperText>}
    </SpectrumBindingProvider>
  );
}

/** Return the fields of a unit that a spectrum file can fill in. */
function useSpectrumBinding({ id, part }: Unit, actions: RepairForm['actions']): SpectrumFormBinding {
  const { setValue } = useFormContext<FormValues>();
  const serial = `units.${id}.serialNumber` as const;
  const problem = `units.${id}.problemDescription` as const;
  const [serialNumber = '', problemDescription = ''] = useWatch<FormValues, [typeof serial, typeof problem]>({
    name: [serial, problem],
  });
  const set = (name: typeof serial | typeof problem) => (text: string) => {
    setValue(name, text, { shouldDirty: true, shouldValidate: true });
    actions.changed();
  };
  return {
    part: { current: part, set: (next) => actions.changePart(id, next) },
    serialNumber: { current: serialNumber, set: set(serial) },
    notes: { current: problemDescription, set: set(problem) },
  };
}
