import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { PasswordInput } from '../../core/forms/inputs/PasswordInput';
import { applyServerErrors } from '../../core/forms/serverErrors';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { getFailureReason } from './webauthn';

type Props = {
  /** Server's name of the field, so that its validation errors appear here. */
  field: 'currentPassword' | 'code' | 'name';
  label: string;
  initial?: string;
  submitLabel: string;
  danger?: boolean;
  /** Content above the field. */
  children?: ReactNode;
  cancelLabel?: string;
  onCancel?: () => void;
  onSubmit: (value: string) => Promise<void>;
};

const kinds = {
  currentPassword: { autoComplete: 'current-password' },
  code: { autoComplete: 'one-time-code', slotProps: { htmlInput: { autoCapitalize: 'off', spellCheck: false } } },
  name: { autoComplete: 'off', slotProps: { htmlInput: { maxLength: 64 } } },
};

/** Form with one field: password, code or name. */
export function SingleFieldForm(props: Props) {
  const { field, label, initial = '', submitLabel, danger = false, children, cancelLabel, onCancel, onSubmit } = props;
  const translate = useTranslate();
  const problem = useErrorState();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Record<string, string>>({ defaultValues: { [field]: initial } });
  const value = form.watch(field)?.trim() ?? '';
  const Input = field === 'currentPassword' ? PasswordInput : TextInput;

  const send = form.handleSubmit(async (values) => {
    if (value === '') return;
    setFailure(null);
    try {
      await onSubmit(field === 'currentPassword' ? (values[field] ?? '') : value);
    } catch (error) {
      const { fieldErrors, formErrors } = applyServerErrors(form, error);
      if (Object.keys(fieldErrors).length === 0) setFailure(formErrors.join(' ') || problem(error));
    }
  });
  const submit = (event: FormEvent) => {
    // In a dialog, React events bubble to the surrounding form.
    event.stopPropagation();
    void send(event);
  };
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {children}
        <Input source={field} label={label} autoFocus {...kinds[field]} />
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1 }}>
          {onCancel && (
            <Button variant="text" onClick={onCancel} disabled={form.formState.isSubmitting}>
              {cancelLabel ?? translate('twoFactor.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            disabled={value === ''}
            loading={form.formState.isSubmitting}
          >
            {submitLabel}
          </Button>
        </Box>
      </Box>
    </FormProvider>
  );
}

/** Return a function for error messages of the server or of WebAuthn. */
export function useErrorState(): (error: unknown) => string {
  const translate = useTranslate();
  const message = useErrorMessage();
  return (error) => {
    const key = getFailureReason(error);
    return key ? translate(key) : message(error);
  };
}
