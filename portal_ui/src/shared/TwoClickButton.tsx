import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  /** What the button says while it waits for the second click; "Sure?" if absent. */
  confirmLabel?: string;
  onConfirm: () => void;
};

/** The first click arms, the second confirms; leaving the button disarms it. */
export function TwoClickButton({ label, confirmLabel, onConfirm, ...button }: Props) {
  const [armed, setArmed] = useState(false);
  const translate = useTranslate();
  const disarm = () => setArmed(false);
  return (
    <Button
      {...button}
      color={armed ? 'error' : button.color}
      variant={armed ? 'contained' : button.variant}
      onPointerLeave={disarm}
      onBlur={disarm}
      onKeyDown={(event) => event.key === 'Escape' && disarm()}
      onClick={() => {
        setArmed(!armed);
        if (armed) onConfirm();
      }}
    >
      <span aria-live="polite">{armed ? (confirmLabel ?? translate('shared.sure')) : label}</span>
    </Button>
  );
}
