import Box from '@mui/material/Box';
import { type ComponentPropsWithRef, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';

declare module '@mui/material/TextField' {
  interface TextFieldFormHelperTextSlotPropsOverrides {
    counter?: ReactNode;
  }
}

type Props = ComponentPropsWithRef<'div'> & {
  /** Character count at the end of the line. */
  counter?: ReactNode;
};

/** State setters of errors that appear at the same time, which are no alerts then. */
const appearing = new Set<(isAlone: boolean) => void>();

/**
 * Return whether an error is announced by a live region, as it appears alone. Errors of a submitted form are not read
 * out one by one; the focus moves to the first invalid field, which its error describes.
 */
function useIsAnnounced(isError: boolean): boolean {
  const [isAlone, setAlone] = useState(true);
  useLayoutEffect(() => {
    if (!isError) return setAlone(true);
    if (appearing.size === 0) queueMicrotask(() => appearing.clear());
    // A setter is the same each time, so StrictMode's second effect adds no other error.
    appearing.add(setAlone);
    if (appearing.size > 1) for (const setAppearing of appearing) setAppearing(false);
  }, [isError]);
  return isError && isAlone;
}

/** Helper text of a field in MUI: help, or an error that is also announced. */
export function FieldHelp({ id, className = '', counter, children, ...rest }: Props) {
  const generatedId = useId();
  const line = useRef<HTMLDivElement>(null);
  const isAnnounced = useIsAnnounced(className.includes('Mui-error'));
  // react-admin sets aria-describedby on text fields, but not on switches and choice groups.
  useLayoutEffect(() => {
    const control = id === undefined ? findControl(line.current) : null;
    control?.setAttribute('aria-describedby', generatedId);
    return () => control?.removeAttribute('aria-describedby');
  }, [id, generatedId]);
  return (
    <div {...rest} ref={line} id={id ?? generatedId} className={className}>
      <Box component="span" role={isAnnounced ? 'alert' : undefined} sx={{ flex: '1 1 auto', minWidth: 0 }}>
        {children}
      </Box>
      {counter}
    </div>
  );
}

const findControl = (help: Element | null) =>
  help?.closest('fieldset') ?? help?.closest('.ra-input')?.querySelector('input') ?? null;
