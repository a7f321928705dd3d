import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import { useSelectedPart } from '../../../api/parts';
import { MAX_PROBLEM_LENGTH, type Repair } from '../../../api/repairs';
import type { UploadedFile } from '../../../api/types';
import { FilesField } from '../../../core/files/FilesField';
import { hasUploads } from '../../../core/files/uploadTotals';
import { buildDraftKey } from '../../../core/forms/drafts';
import { PortalFormDialog } from '../../../core/forms/FormDialog';
import { LongTextInput } from '../../../core/forms/inputs/LongTextInput';
import { OptionalLabel } from '../../../core/forms/inputs/OptionalLabel';
import { useIdempotencyKey } from '../../../core/forms/useIdempotencyKey';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { maxLength, required, type ValidationErrors, validate, validateText } from '../../../core/forms/validators';
import { useProcess } from '../../../core/process/processContext';
import { useDialogSave } from '../../../core/process/useProcessUpdater';
import { PartInputs } from '../../parts/PartInputs';
import { SpectrumBindingProvider } from '../../spectra/spectrumBinding';
import type { SpectrumFormBinding } from '../../spectra/suggestions';
import { buildRepairUpdate } from './repairUpdates';

const empty = {
  category: '',
  partId: '' as number | '',
  serialNumber: '',
  serviceTag: '',
  problemDescription: '',
  files: [] as UploadedFile[],
};

type NewUnitForm = typeof empty;

const validateUnit = (values: NewUnitForm): ValidationErrors =>
  validate(
    { ...values, partId: String(values.partId) },
    {
      partId: required,
      serialNumber: [required, validateText],
      serviceTag: validateText,
      problemDescription: maxLength(MAX_PROBLEM_LENGTH),
    },
  );

/**
 * Dialog to add a unit that arrived but is not part of the request.
 * Submit is enabled once part and serial number are set.
 */
export default function AddUnitDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<Repair>();
  const { save, ...sending } = useDialogSave();
  const translate = useTranslate();
  const [keyOf] = useIdempotencyKey();
  const [uploading, setUploading] = useState(false);

  const add = (values: NewUnitForm, { applyServerErrors, end }: PortalFormState<NewUnitForm>) => {
    const body = {
      partId: values.partId,
      serialNumber: values.serialNumber.trim(),
      serviceTag: values.serviceTag.trim(),
      problemDescription: values.problemDescription.trim(),
      attachments: values.files.map(({ id }) => ({ id })),
    };
    return save(
      { ...buildRepairUpdate('addUnit', body), idempotencyKey: keyOf(body) },
      {
        applyServerErrors,
        successMessage: 'repair.saved.partAdded',
        onSaved: () => {
          end();
          onClose();
        },
      },
    );
  };
  return (
    <PortalFormDialog
      title={translate('repair.addPart.title')}
      submitLabel={translate('repair.addPart.add')}
      form={{
        values: empty,
        validate: validateUnit,
        draft: { key: buildDraftKey(kind.kind, record.id, 'add unit') },
        onSave: add,
      }}
      dirty={uploading}
      disabled={({ partId, serialNumber }) => !partId || serialNumber.trim() === '' || uploading}
      {...sending}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
          <PartInputs use="REPAIR" isRequired />
          <TextInput
            source="serialNumber"
            label="repair.column.serialNumber"
            isRequired
            helperText="repair.addPart.serialHelp"
          />
          <TextInput source="serviceTag" label={<OptionalLabel label="repair.column.serviceTag" />} />
        </Box>
        <LongTextInput
          source="problemDescription"
          label={<OptionalLabel label="repair.column.problemDescription" />}
          minRows={2}
        />
      </Box>
      <Files onBusy={setUploading} />
    </PortalFormDialog>
  );
}

/** Files of the unit; a spectrum file can fill in the other fields. */
function Files({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const { limits } = useMeta();
  const translate = useTranslate();
  const { setValue } = useFormContext<NewUnitForm>();
  const [partId, serialNumber, problemDescription, files, category] = useWatch<
    NewUnitForm,
    ['partId', 'serialNumber', 'problemDescription', 'files', 'category']
  >({ name: ['partId', 'serialNumber', 'problemDescription', 'files', 'category'] });
  const chosen = useSelectedPart('REPAIR', { category, partId });
  const fill = (name: 'serialNumber' | 'problemDescription' | 'category' | 'partId') => (value: string | number) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const target: SpectrumFormBinding = {
    part: {
      current: chosen ?? null,
      set: (part) => {
        fill('category')(part.category);
        fill('partId')(part.id);
      },
    },
    serialNumber: { current: serialNumber, set: fill('serialNumber') },
    notes: { current: problemDescription, set: fill('problemDescription') },
  };
  return (
    <SpectrumBindingProvider value={target}>
      <FilesField
        value={files}
        onChange={(chosen) => setValue('files', chosen, { shouldDirty: true })}
        onUploads={(uploads) => onBusy(hasUploads(uploads))}
        label={translate('repair.column.attachments')}
        maxCount={limits.attachmentCount}
      />
    </SpectrumBindingProvider>
  );
}
