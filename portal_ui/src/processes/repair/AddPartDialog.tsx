import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useChosenPart } from '../../kernel/catalogue/catalogue';
import { PartInputs } from '../../kernel/catalogue/PartInputs';
import { FilesField } from '../../kernel/files/FilesField';
import { useProcess } from '../../kernel/process/processContext';
import { useDialogSave } from '../../kernel/process/useRecordWriter';
import { draftKey } from '../../kernel/saving/drafts';
import { FormDialog } from '../../kernel/saving/FormDialog';
import { judgeAfterTyping } from '../../kernel/saving/judgeAfterTyping';
import { judge, required, resolverOf, text } from '../../kernel/saving/rules';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useDialogDraft } from '../../kernel/saving/useDialogDraft';
import { useIdempotencyKey } from '../../kernel/saving/useIdempotencyKey';
import type { SpectrumTarget } from '../../kernel/spectra/proposals';
import { SpectrumTargetProvider } from '../../kernel/spectra/target';
import { useMeta } from '../../server/meta';
import type { UploadedFile } from '../../server/types';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { OptionalLabel } from '../../shared/fields/OptionalLabel';
import { write } from './calls';
import type { Repair } from './types';

const empty = {
  category: '',
  partId: '' as number | '',
  serialNumber: '',
  serviceTag: '',
  problemDescription: '',
  files: [] as UploadedFile[],
};

const resolver = resolverOf<typeof empty>((values) =>
  judge(
    { ...values, partId: String(values.partId) },
    { partId: required, serialNumber: [required, text], serviceTag: text, problemDescription: text },
  ),
);

/** A unit that was found in the parcel but not on the list. Add is open once part and serial number are there. */
export default function AddPartDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<Repair>();
  const { save, ...sending } = useDialogSave();
  const { limits } = useMeta();
  const translate = useTranslate();
  const form = useForm({ defaultValues: empty, resolver });
  const draft = useDialogDraft(form, draftKey(kind.kind, record.id, 'add unit'));
  const [keyOf] = useIdempotencyKey();
  const [uploading, setUploading] = useState(false);
  const [partId, serialNumber, problemDescription, files, category] = useWatch({
    control: form.control,
    name: ['partId', 'serialNumber', 'problemDescription', 'files', 'category'],
  });
  const chosen = useChosenPart('REPAIR', { category, partId });
  const fill = (name: 'serialNumber' | 'problemDescription' | 'category' | 'partId') => (value: string | number) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const target: SpectrumTarget = {
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

  const add = form.handleSubmit((values) => {
    const body = {
      partId: values.partId,
      serialNumber: values.serialNumber.trim(),
      serviceTag: values.serviceTag.trim(),
      problemDescription: values.problemDescription.trim(),
      attachments: values.files.map(({ id }) => ({ id })),
    };
    return save(
      { ...write(record, 'add/repair-part', body), idempotencyKey: keyOf(body) },
      {
        place: (error) => applyServerErrors(form, error),
        done: 'repair.saved.partAdded',
        onSaved: () => {
          draft.end();
          onClose();
        },
      },
    );
  });
  return (
    <FormDialog
      title={translate('repair.addPart.title')}
      submitLabel={translate('repair.addPart.add')}
      draft={draft}
      dirty={draft.dirty || uploading}
      disabled={!partId || serialNumber.trim() === '' || uploading}
      {...sending}
      onSubmit={add}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Box {...judgeAfterTyping(form)} sx={{ display: 'grid', gap: 2 }}>
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
      </FormProvider>
      <SpectrumTargetProvider value={target}>
        <FilesField
          value={files}
          onChange={(chosen) => form.setValue('files', chosen, { shouldDirty: true })}
          onBusy={setUploading}
          label={translate('repair.column.attachments')}
          maxCount={limits.attachmentCount}
        />
      </SpectrumTargetProvider>
    </FormDialog>
  );
}
