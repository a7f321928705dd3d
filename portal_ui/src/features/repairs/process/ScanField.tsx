import ScannerIcon from '@mui/icons-material/QrCodeScanner';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { touch } from '../../../theme/mixins';

/** Elements that handle typed characters. */
const KEYBOARD_CONTROLS = 'input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="listbox"]';

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>;
  onScan: (code: string) => void;
}

/**
 * Input for a barcode scanner, which types a serial number and Enter.
 * Receives keys typed anywhere in the dialog. On a touch screen, the virtual keyboard opens only if the field is
 * tapped.
 */
export function ScanField({ field, onScan }: ScanFieldProps) {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const [typesByHand, setTypesByHand] = useState(false);
  const isTouch = useMediaQuery(touch);
  useEffect(() => {
    const dialog = field.current?.closest('[role="dialog"]');
    const focus = () => field.current?.focus({ preventScroll: true });
    const press = (event: Event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event as globalThis.KeyboardEvent;
      // The space key activates buttons.
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && !target.matches(KEYBOARD_CONTROLS)) focus();
    };
    // Focus again for the next scan after a click that does not focus another field.
    const handleClick = ({ target }: Event) => {
      if (target === field.current || (document.activeElement?.matches(KEYBOARD_CONTROLS) ?? false)) return;
      if ((target as Element).closest('[role="dialog"]') !== dialog) return;
      setTypesByHand(false);
      focus();
    };
    dialog?.addEventListener('keydown', press);
    dialog?.addEventListener('pointerup', handleClick);
    return () => {
      dialog?.removeEventListener('keydown', press);
      dialog?.removeEventListener('pointerup', handleClick);
    };
  }, [field]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setCode('');
    onScan(code);
  };
  return (
    <TextField
      inputRef={field}
      value={code}
      onChange={(event) => setCode(event.target.value)}
      onKeyDown={onKeyDown}
      onPointerDown={() => setTypesByHand(true)}
      autoFocus
      fullWidth
      autoComplete="off"
      placeholder={translate('repair.arrivals.scan')}
      slotProps={{
        htmlInput: {
          'aria-label': translate('repair.arrivals.scan'),
          autoCapitalize: 'characters',
          spellCheck: false,
          enterKeyHint: 'done',
          inputMode: isTouch && !typesByHand ? 'none' : 'text',
        },
        input: {
          sx: (theme) => ({ ...theme.typography.h6, minHeight: 56 }),
          startAdornment: (
            <InputAdornment position="start" sx={{ color: 'primary.main' }}>
              <ScannerIcon aria-hidden />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
