import Button from '@mui/material/Button';
import { useFormIsDirty, useTranslate } from 'ra-core';
import { useFormContext, useFormState } from 'react-hook-form';

/** Takes back every switch of a category that is not saved. */
export function DiscardButton() {
  const translate = useTranslate();
  const { reset } = useFormContext();
  const { isSubmitting } = useFormState();
  const dirty = useFormIsDirty();
  return (
    <Button variant="text" disabled={!dirty || isSubmitting} onClick={() => reset()}>
      {translate('mail.discard')}
    </Button>
  );
}
