import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useDelete, useTranslate } from 'ra-core';
import { useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import type { ResourceMeta } from '../../server/types';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { useFeedback } from '../../shared/feedback';
import { usePath } from '../../shared/links';
import { UnsavedContext } from '../saving/unsavedForms';
import type { DeclaredRecord } from './formValues';

type Props = { resource: ResourceMeta; record: DeclaredRecord; name: string };

/** Deletes a record after asking; one that is in use is told so and stays. */
export function DeleteRecord({ resource, record, name }: Props) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { success } = useFeedback();
  const navigate = useNavigate();
  const path = usePath();
  const forms = useContext(UnsavedContext);
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [remove, { isPending }] = useDelete<DeclaredRecord>();

  const confirmed = () =>
    remove(
      resource.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          forms.discardAll();
          success(translate('form.deleted'));
          navigate(path(resource.path));
        },
        onError: (error) => setProblem(message(error)),
      },
    );

  return (
    <>
      <Button
        variant="text"
        color="error"
        size="large"
        // Far from Save.
        sx={{ marginInlineEnd: 'auto' }}
        onClick={() => {
          setProblem(null);
          setAsks(true);
        }}
      >
        {translate('form.delete')}
      </Button>
      <ConfirmDialog
        open={asks}
        danger
        title={translate('form.deleteTitle', { name })}
        confirmLabel={translate('form.delete')}
        busy={isPending}
        onConfirm={confirmed}
        onClose={() => setAsks(false)}
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
