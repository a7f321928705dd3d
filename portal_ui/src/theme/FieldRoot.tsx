import FormControl, { type FormControlProps } from '@mui/material/FormControl';
import { isValidElement } from 'react';

type Props = FormControlProps & {
  ownerState: { required?: boolean; label?: unknown };
  /** Removed in MUI 9, but react-admin still passes it. */
  InputProps?: unknown;
};

/** Root of a field. A star of react-admin makes it required for assistive technology too. */
export function FieldRoot({ ownerState: { required, label }, InputProps: _, ...props }: Props) {
  return <FormControl {...props} required={required === true || hasStar(label)} />;
}

const hasStar = (label: unknown) => isValidElement<{ isRequired?: boolean }>(label) && label.props.isRequired === true;
