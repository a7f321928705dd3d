import Box from '@mui/material/Box';
import { type ComponentProps, useEffect, useRef } from 'react';
import { CheckboxGroupInput as RaCheckboxGroupInput } from 'react-admin';
import { useController } from 'react-hook-form';

type Props = ComponentProps<typeof RaCheckboxGroupInput> & { source: string };

/**
 * react-admin's group of checkboxes. It hands its first box to the form by `inputRef` of the label, which Material UI 9
 * has no more: without this nothing is focused where none is chosen that should be.
 */
export function CheckboxGroupInput(props: Props) {
  const group = useRef<HTMLElement>(null);
  const { ref } = useController({ name: props.source }).field;
  useEffect(() => {
    ref({ focus: () => group.current?.querySelector('input')?.focus() });
  }, [ref]);
  return (
    <Box ref={group}>
      <RaCheckboxGroupInput {...props} />
    </Box>
  );
}
