import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  /** Label while waiting for the second click; `shared.sure` by default. */
  confirmLabel?: string;
  onConfirm: () => void;
};

/** Delay in ms until a second click counts: a double-click must not confirm. */
const SECOND_CLICK_AFTER = 600;
const DISARMED_AFTER = 6_000;

/** Button that is confirmed by a second click; blur, Escape or a timeout disarm it. */
export function ConfirmOnSecondClickButton({ label, confirmLabel, onConfirm, ...button }: Props) {
  const [state, setState] = useState<'resting' | 'arming' | 'armed'>('resting');
  const translate = useTranslate();
  const armed = state !== 'resting';
  const disarm = () => setState('resting');

  useEffect(() => {
    if (!armed) return;
    const ready = setTimeout(() => setState('armed'), SECOND_CLICK_AFTER);
    const disarmTimer = setTimeout(() => setState('resting'), DISARMED_AFTER);
    return () => {
      clearTimeout(ready);
      clearTimeout(disarmTimer);
    };
  }, [armed]);

  return (
    <Button
      {...button}
      color={armed ? 'error' : button.color}
      variant={armed ? 'contained' : button.variant}
      aria-disabled={state === 'arming' || undefined}
      // On touch, the pointer leaves when the finger is lifted, before the click event.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && disarm()}
      onBlur={disarm}
      onKeyDown={(event) => event.key === 'Escape' && disarm()}
      onClick={() => {
        if (state === 'resting') setState('arming');
        if (state !== 'armed') return;
        disarm();
        onConfirm();
      }}
    >
      <span aria-live="polite">{armed ? (confirmLabel ?? translate('shared.sure')) : label}</span>
    </Button>
  );
}
