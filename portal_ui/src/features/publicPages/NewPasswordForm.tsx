import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { InvalidFieldsAlert } from '../../core/forms/InvalidFieldsAlert';
import { NewPasswordInput } from '../../core/forms/inputs/NewPasswordInput';
import { PortalForm, type PortalFormProps } from '../../core/forms/PortalForm';
import { SubmitButton } from '../../core/forms/SubmitButton';
import { useLocalizedPath } from '../../core/routing/links';
import { useNavigateIfCurrent } from '../../core/routing/useNavigateIfCurrent';
import { useErrorMessage } from '../../core/ui/errorMessage';

interface NewPasswordFormProps<T extends object> {
  values: T;
  /** Path of the new password in `values`. */
  source: keyof T & string;
  submitLabel: string;
  successMessage: string;
  onSave: (values: T) => Promise<unknown>;
  /** Inputs before the new password. */
  children?: ReactNode;
}

/** Form of a public page that sets a password and continues to the login. It keeps no draft. */
export function NewPasswordForm<T extends object>(props: NewPasswordFormProps<T>) {
  const { values, source, submitLabel, successMessage, onSave, children } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const path = useLocalizedPath();
  const message = useErrorMessage();
  const [failure, setFailure] = useState<unknown>(null);
  const label = translate('accountRequests.reset.password');

  const save: PortalFormProps<T & { confirmPassword: string }>['onSave'] = async (typed, { applyServerErrors }) => {
    const { confirmPassword: _, ...body } = typed;
    setFailure(null);
    try {
      await onSave(body as unknown as T);
    } catch (error) {
      if (Object.keys(applyServerErrors(error).fieldErrors).length === 0) setFailure(error);
      return;
    }
    notify(successMessage, { type: 'success' });
    navigate(path('login'), { replace: true });
  };
  return (
    <PortalForm values={{ ...values, confirmPassword: '' }} mode="onSubmit" confirmsLeaving={false} onSave={save}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {children}
        <NewPasswordInput field={{ key: source, label, help: null, required: true, maxLength: 128 }} />
        {failure === null ? <InvalidFieldsAlert /> : <Alert severity="error">{message(failure)}</Alert>}
        <SubmitButton size="large">{translate(submitLabel)}</SubmitButton>
      </Box>
    </PortalForm>
  );
}
