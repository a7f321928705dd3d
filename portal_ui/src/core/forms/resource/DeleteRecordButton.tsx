import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useDelete, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { ResourceMeta } from '../../../api/types';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useErrorMessage } from '../../ui/errorMessage';
import { useUnsavedForms } from '../unsavedForms';
import type { ResourceRecord } from './formValues';

type Props = {
  resource: ResourceMeta;
  record: ResourceRecord;
  name: string;
  onDeleted: (record: ResourceRecord) => void;
};

/** Button to delete a record after confirmation. Errors, such as a record in use, appear in the dialog. */
export function DeleteRecordButton({ resource, record, name, onDeleted }: Props) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const forms = useUnsavedForms();
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [remove, { isPending }] = useDelete<ResourceRecord>();

  const handleConfirm = () =>
    remove(
      resource.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          forms.discardAll();
          onDeleted(record);
        },
        onError: (error) => setProblem(message(error)),
      },
    );

  return (
    <>
      <Button
        variant="text"
        color="error"
        onClick={() => {
          setProblem(null);
          setConfirming(true);
        }}
      >
        {translate('form.delete')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={translate('form.deleteTitle', { name })}
        confirmLabel={translate('form.delete')}
        busy={isPending}
        onConfirm={handleConfirm}
        onClose={() => setConfirming(false)}
      >
        {translate('form.deleteText')}
        {problem !== null && (
          <Alert severity="error" sx={{ marginTop: 2 }}>
            {problem}
          </Alert>
        )}
      </ConfirmDialog>
    </>
  );
}
