import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { useProcess } from '../../../core/process/processContext';
import { type GoodsReceiptForm, resolveScan } from './goodsReceiptForm';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

interface ScanFieldProps {
  parts: readonly RepairPart[];
  onPackage: (number: string) => void;
  onUnknown: (code: string) => void;
}

/** Takes what a hand scanner types, and says what it meant. */
export function ScanField({ parts, onPackage, onUnknown }: ScanFieldProps) {
  const { record } = useProcess<Repair>();
  const { getValues, setValue } = useFormContext<GoodsReceiptForm>();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const [code, setCode] = useState('');
  const [told, setTold] = useState('');
  const take = () => {
    const meant = resolveScan(code, parts, ({ id }) => getValues(`rows.${buildRowKey(id)}.found`) === '');
    setCode('');
    if (meant === null) return;
    if ('unit' in meant) {
      setValue(`rows.${buildRowKey(meant.unit.id)}.found`, 'THERE', { shouldDirty: true });
      setTold(translate('repair.arrivals.isThere', { name: nameOf(meant.unit) }));
    } else if ('unknown' in meant) {
      onUnknown(meant.unknown);
      setTold(translate('repair.arrivals.isUnknown', { code: meant.unknown }));
    } else {
      const number = record.pickUpShippingDetails.packages.findIndex(({ id }) => id === meant.package) + 1;
      if (number > 0) onPackage(String(number));
      setTold(number > 0 ? translate('shipping.package', { number }) : translate('repair.arrivals.otherLabel'));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    take();
  };
  return (
    <Box>
      <TextField
        label={translate('repair.arrivals.scan')}
        helperText={translate('repair.arrivals.scanHelp')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={onKeyDown}
        autoFocus
        fullWidth
        autoComplete="off"
      />
      <Typography role="status" variant="body2" sx={{ minHeight: 20 }}>
        {told}
      </Typography>
    </Box>
  );
}
