import FormHelperText from '@mui/material/FormHelperText';
import { useWatch } from 'react-hook-form';
import { QueuedAttachmentsButton } from '../../kernel/files/AttachmentsButton';
import type { UploadQueue } from '../../kernel/files/uploadQueue';
import { useCellError } from '../../kernel/table/CellField';
import type { FormValues } from './useRepairForm';

interface FilesCellProps {
  unitId: string;
  ownerName: string;
  queue: UploadQueue;
  onRemove: (unitId: string, fileId: string) => void;
}

/** The files of a unit, behind one button. */
export function FilesCell({ unitId, ownerName, queue, onRemove }: FilesCellProps) {
  const name = `units.${unitId}.attachments` as const;
  const files = useWatch<FormValues, typeof name>({ name }) ?? [];
  const error = useCellError(name);
  return (
    <>
      <QueuedAttachmentsButton
        {...{ files, ownerName, queue, error }}
        onRemove={(fileId) => onRemove(unitId, fileId)}
      />
      {error && <FormHelperText error>{error}</FormHelperText>}
    </>
  );
}
