import FormControl, { type FormControlProps } from '@mui/material/FormControl';
import { isValidElement } from 'react';

type Props = FormControlProps & {
  ownerState: { required?: boolean; label?: unknown };
  /** MUI 9 knows it no longer, react-admin still sends it along. */
  InputProps?: unknown;
};

/** A field and its label. What react-admin marks with a star is required to assistive technology, too. */
export function FieldRoot({ ownerState: { required, label }, InputProps: _, ...props }: Props) {
  return <FormControl {...props} required={required === true || hasStar(label)} />;
}

const hasStar = (label: unknown) => isValidElement<{ isRequired?: boolean }>(label) && label.props.isRequired === true;
