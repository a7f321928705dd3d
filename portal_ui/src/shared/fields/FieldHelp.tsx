import Box from '@mui/material/Box';
import { type ComponentPropsWithRef, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

declare module '@mui/material/TextField' {
  interface TextFieldFormHelperTextSlotPropsOverrides {
    counter?: ReactNode;
  }
}

type Props = ComponentPropsWithRef<'div'> & {
  /** At the end of the line, as a count of characters. */
  counter?: ReactNode;
};

/** The line below a field, as the theme has MUI draw it: help, or an error that is also said aloud. */
export function FieldHelp({ id, className = '', counter, children, ...rest }: Props) {
  const own = useId();
  const line = useRef<HTMLDivElement>(null);
  // react-admin ties text fields to their help, but neither switches nor groups of choices.
  useLayoutEffect(() => {
    const control = id === undefined ? controlOf(line.current) : null;
    control?.setAttribute('aria-describedby', own);
    return () => control?.removeAttribute('aria-describedby');
  }, [id, own]);
  return (
    <div {...rest} ref={line} id={id ?? own} className={className}>
      <Box component="span" role={className.includes('Mui-error') ? 'alert' : undefined} sx={{ flex: 1, minWidth: 0 }}>
        {children}
      </Box>
      {counter}
    </div>
  );
}

const controlOf = (help: Element | null) =>
  help?.closest('fieldset') ?? help?.closest('.ra-input')?.querySelector('input') ?? null;
