import Checkbox from '@mui/material/Checkbox';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useRef } from 'react';
import type { RowId } from './useRowSelection';

export interface RowCheckboxProps {
  id: RowId;
  name: string;
  isSelected: boolean | undefined;
  /** Stable callback; undefined if the table has no selection. */
  onToggle: ((id: RowId, range: boolean) => void) | undefined;
}

/** Checkbox of a row. Shift selects a range, arrow keys move to the next checkbox. */
export function RowCheckbox({ id, name, isSelected, onToggle }: RowCheckboxProps) {
  const translate = useTranslate();
  const shift = useRef(false);
  const storeShiftKey = (event: { shiftKey: boolean }) => {
    shift.current = event.shiftKey;
  };
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    storeShiftKey(event);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const boxes = [
      ...(event.currentTarget.closest('table, ul')?.querySelectorAll<HTMLInputElement>('[data-mark]') ?? []),
    ];
    boxes[boxes.indexOf(event.currentTarget) + by]?.focus();
  };
  return (
    <Checkbox
      checked={isSelected ?? false}
      onClick={storeShiftKey}
      onChange={() => onToggle?.(id, shift.current)}
      slotProps={{
        input: {
          'aria-label': translate('process.units.mark', { name }),
          onKeyDown: step,
          ...{ 'data-mark': '' },
        },
      }}
      sx={{ padding: 0.5, marginLeft: -0.5 }}
    />
  );
}
