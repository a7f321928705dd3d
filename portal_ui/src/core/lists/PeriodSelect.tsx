import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { useFormat } from '../i18n/format';
import { findPeriod, getPeriodStart, PERIODS } from './period';

const CUSTOM = 'custom';

type Props = {
  /** First day of the opening period. */
  opening: string;
  from: string;
  to: string;
  onSelect: (from: string) => void;
  /** Callback to enter other dates, called once the menu has returned the focus. */
  onCustom: () => void;
};

/** Select of a period in words: the last months, or the dates of the filter. */
export function PeriodSelect({ opening, from, to, onSelect, onCustom }: Props) {
  const translate = useTranslate();
  const { day } = useFormat();
  const isCustomChosen = useRef(false);
  const chooseCustom = () => {
    isCustomChosen.current = true;
  };
  const onExited = () => {
    if (isCustomChosen.current) onCustom();
    isCustomChosen.current = false;
  };
  const selected = to === '' ? findPeriod(opening, from) : undefined;
  const label = translate('lists.period.label');
  const dates = { from: from && day(from), to: to && day(to) };
  const custom = translate(`lists.period.${from && to ? 'range' : from ? 'since' : to ? 'until' : 'any'}`, dates);
  return (
    <TextField
      select
      size="small"
      label={label}
      value={selected ?? CUSTOM}
      onChange={({ target: { value } }) =>
        value === CUSTOM ? chooseCustom() : onSelect(getPeriodStart(opening, Number(value)))
      }
      slotProps={{
        select: {
          MenuProps: { slotProps: { transition: { onExited } } },
          renderValue: () =>
            `${label}: ${selected ? translate('lists.period.months', { smart_count: selected }) : custom}`,
        },
      }}
    >
      {PERIODS.map((count) => (
        <MenuItem key={count} value={count}>
          {translate('lists.period.months', { smart_count: count })}
        </MenuItem>
      ))}
      <MenuItem value={CUSTOM} onClick={selected ? undefined : chooseCustom}>
        {translate('lists.period.choose')}
      </MenuItem>
    </TextField>
  );
}
