import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { SaveErrorAlert } from './SaveErrorAlert';

/**
 * Alert with the number of invalid fields, until one of them is corrected. A single invalid
 * field announces itself.
 */
export function InvalidFieldsAlert() {
  const { errors, submitCount } = useFormState();
  const count = countErrors(errors);
  const [refused, setRefused] = useState({ submitCount, count });
  if (submitCount !== refused.submitCount) setRefused({ submitCount, count });
  if (count < 2 || submitCount === 0 || count !== refused.count) return null;
  return <SaveErrorAlert key={submitCount} problem={{ kind: 'fields', count }} />;
}

/** Count the errors of fields, nested ones included. */
const countErrors = (errors: object): number =>
  Object.values(errors).reduce(
    (count: number, error) => count + ('type' in error || 'message' in error ? 1 : countErrors(error)),
    0,
  );
