import Button, { type ButtonProps } from '@mui/material/Button';
import { useFormState } from 'react-hook-form';

/** Primary button of a form, loading while the form is submitting. */
export function SubmitButton(props: ButtonProps) {
  const { isSubmitting } = useFormState();
  return <Button type="submit" variant="contained" color="primary" loading={isSubmitting} {...props} />;
}
