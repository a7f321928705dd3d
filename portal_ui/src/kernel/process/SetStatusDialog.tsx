import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { SelectInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { FormDialog } from '../saving/FormDialog';
import { useProcess } from './processContext';
import { useDialogSave } from './useDialogSave';
import { useMoveWords } from './useMove';

/** The direct choice of a status, for those to whom the server names the statuses; the dialog is its confirmation. */
export function SetStatusDialog({ onClose }: { onClose: () => void }) {
  const { kind, record, openWorkingTab } = useProcess();
  const { save, busy, problem } = useDialogSave();
  const said = useMoveWords();
  const translate = useTranslate();
  const form = useForm({ defaultValues: { status: '' } });
  const status = form.watch('status');
  const choices = (record.process.statuses ?? []).map(({ key, value }) => ({ key, name: value }));
  const onSaved = () => {
    onClose();
    openWorkingTab();
  };
  return (
    <FormDialog
      title={translate('process.setStatus.title')}
      submitLabel={translate('process.setStatus.confirm')}
      maxWidth="xs"
      // A choice alone is made again at once.
      dirty={false}
      disabled={status === ''}
      busy={busy}
      problem={problem}
      onSubmit={() => save(kind.move(record, status), { done: said(true), onSaved })}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('process.setStatus.text', { status: record.status.value })}
      </Typography>
      <FormProvider {...form}>
        <SelectInput source="status" label="process.setStatus.label" choices={choices} isRequired />
      </FormProvider>
    </FormDialog>
  );
}
