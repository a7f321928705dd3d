import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  /** What the button says while it waits for the second click; "Sure?" if absent. */
  confirmLabel?: string;
  onConfirm: () => void;
};

/** A double-click is one click: the second of the two counts only after this long. */
const SECOND_CLICK_AFTER = 600;
const DISARMED_AFTER = 6_000;

/** Button with a confirmation in place: the first click arms, the second confirms; blur or a timeout disarms it. */
export function ConfirmOnSecondClickButton({ label, confirmLabel, onConfirm, ...button }: Props) {
  const [state, setState] = useState<'resting' | 'arming' | 'armed'>('resting');
  const translate = useTranslate();
  const armed = state !== 'resting';
  const disarm = () => setState('resting');

  useEffect(() => {
    if (!armed) return;
    const ready = setTimeout(() => setState('armed'), SECOND_CLICK_AFTER);
    const over = setTimeout(() => setState('resting'), DISARMED_AFTER);
    return () => {
      clearTimeout(ready);
      clearTimeout(over);
    };
  }, [armed]);

  return (
    <Button
      {...button}
      color={armed ? 'error' : button.color}
      variant={armed ? 'contained' : button.variant}
      aria-disabled={state === 'arming' || undefined}
      // A finger that is lifted leaves too, and before its click.
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
