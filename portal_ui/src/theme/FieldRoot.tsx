import FormControl, { type FormControlProps } from '@mui/material/FormControl';
import { isValidElement } from 'react';

type Props = FormControlProps & {
  ownerState: { required?: boolean; label?: unknown };
  /** Removed in MUI 9, but react-admin still passes it. */
  InputProps?: unknown;
};

/** Root of a field; required for assistive technology if react-admin says so. */
export function FieldRoot({ ownerState: { required, label }, InputProps: _, ...props }: Props) {
  return <FormControl {...props} required={required === true || isRequired(label)} />;
}

const isRequired = (label: unknown) =>
  isValidElement<{ isRequired?: boolean }>(label) && label.props.isRequired === true;
