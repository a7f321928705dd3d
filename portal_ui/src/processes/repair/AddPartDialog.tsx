import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useCategories, useParts } from '../../kernel/catalogue/catalogue';
import { FilesField } from '../../kernel/files/FilesField';
import type { UploadedFile } from '../../kernel/files/types';
import { useProcess } from '../../kernel/process/processContext';
import { useProcessSave } from '../../kernel/process/useSaveDesk';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { onSubmitShortcut } from '../../kernel/saving/useSubmitShortcut';
import { useErrorMessage } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import { useFeedback } from '../../shared/feedback';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { SelectField } from '../../shared/fields/SelectField';
import { TextField } from '../../shared/fields/TextField';
import { write } from './calls';
import type { Repair } from './types';

const empty = { category: '', partId: '', serialNumber: '', serviceTag: '', problemDescription: '' };

/** A unit that was found in the parcel but not on the list. Add is open once part and serial number are there. */
export function AddPartDialog({ onClose }: { onClose: () => void }) {
  const { record } = useProcess<Repair>();
  const { send, refresh } = useProcessSave();
  const { success } = useFeedback();
  const { limits } = useMeta();
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const titleId = useId();
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const { control, setValue, formState } = form;
  const [files, setFiles] = useState<UploadedFile[]>([]);
  const [uploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [category, partId, serialNumber] = useWatch({ control, name: ['category', 'partId', 'serialNumber'] });
  const required = translate('shipping.rule.required');

  const categories = useCategories();
  const parts = useParts('REPAIR', category);

  // Another category has other parts.
  const before = useRef(category);
  useEffect(() => {
    if (before.current !== category) setValue('partId', '');
    before.current = category;
  }, [category, setValue]);

  const add = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await send(
        write(record, 'add/repair-part', {
          partId: Number(values.partId),
          serialNumber: values.serialNumber.trim(),
          serviceTag: values.serviceTag.trim(),
          problemDescription: values.problemDescription.trim(),
          attachments: files.map(({ id }) => ({ id })),
        }),
      );
    } catch (error) {
      if (Object.keys(applyServerErrors(form, error).placed).length === 0) setProblem(errorMessage(error));
      return;
    }
    success(translate('repair.saved.partAdded'));
    onClose();
    await refresh();
  });

  const ready = partId !== '' && serialNumber.trim() !== '' && !uploading;
  const busy = formState.isSubmitting;
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{translate('repair.addPart.title')}</DialogTitle>
      <form onSubmit={add} noValidate onKeyDown={onSubmitShortcut(() => ready && add())}>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
            <SelectField
              name="category"
              control={control}
              label={translate('repair.addPart.category')}
              required
              choices={categories.data ?? []}
            />
            <AutocompleteField
              name="partId"
              control={control}
              rules={{ required }}
              label={translate('repair.addPart.part')}
              required
              disabled={category === ''}
              loading={parts.isFetching}
              choices={(parts.data ?? []).map(({ id, name }) => ({ key: String(id), name }))}
            />
            <TextField
              name="serialNumber"
              control={control}
              rules={{ validate: (text: string) => text.trim() !== '' || required }}
              label={translate('repair.column.serialNumber')}
              required
              help={translate('repair.addPart.serialHelp')}
            />
            <TextField name="serviceTag" control={control} label={translate('repair.column.serviceTag')} optional />
          </Box>
          <TextField
            name="problemDescription"
            control={control}
            label={translate('repair.column.problemDescription')}
            optional
            multiline
            minRows={2}
          />
          <FilesField
            value={files}
            onChange={setFiles}
            onBusy={setUploading}
            label={translate('repair.column.attachments')}
            maxCount={limits.attachmentCount}
          />
          {(categories.error ?? parts.error) && (
            <Alert severity="error">{errorMessage(categories.error ?? parts.error)}</Alert>
          )}
          {problem && <Alert severity="error">{problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose} disabled={busy}>
            {translate('shared.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="primary" disabled={!ready} loading={busy}>
            {translate('repair.addPart.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
