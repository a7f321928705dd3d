import Box from '@mui/material/Box';
import { type ComponentPropsWithRef, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';

declare module '@mui/material/TextField' {
  interface TextFieldFormHelperTextSlotPropsOverrides {
    counter?: ReactNode;
  }
}

type Props = ComponentPropsWithRef<'div'> & {
  /** At the end of the line, as a count of characters. */
  counter?: ReactNode;
};

/** Errors that appear at the same moment, each with a function that removes its alert. */
const appearing = new Set<() => void>();

/**
 * Whether an error is announced by a live region: only if no other appears at the same moment. Those of a submitted
 * form are not read out one after the other; the focus goes to the first of them, which describes itself.
 */
function useIsAnnounced(isError: boolean): boolean {
  const [isAlone, setAlone] = useState(true);
  useLayoutEffect(() => {
    if (!isError) return setAlone(true);
    if (appearing.size === 0) queueMicrotask(() => appearing.clear());
    appearing.add(() => setAlone(false));
    if (appearing.size > 1) for (const silence of appearing) silence();
  }, [isError]);
  return isError && isAlone;
}

/** Helper text of a field, as the theme has MUI draw it: help, or an error that is also announced. */
export function FieldHelp({ id, className = '', counter, children, ...rest }: Props) {
  const own = useId();
  const line = useRef<HTMLDivElement>(null);
  const isAnnounced = useIsAnnounced(className.includes('Mui-error'));
  // react-admin ties text fields to their help, but neither switches nor groups of choices.
  useLayoutEffect(() => {
    const control = id === undefined ? controlOf(line.current) : null;
    control?.setAttribute('aria-describedby', own);
    return () => control?.removeAttribute('aria-describedby');
  }, [id, own]);
  return (
    <div {...rest} ref={line} id={id ?? own} className={className}>
      <Box component="span" role={isAnnounced ? 'alert' : undefined} sx={{ flex: 1, minWidth: 0 }}>
        {children}
      </Box>
      {counter}
    </div>
  );
}

const controlOf = (help: Element | null) =>
  help?.closest('fieldset') ?? help?.closest('.ra-input')?.querySelector('input') ?? null;
