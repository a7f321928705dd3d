import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import type { RefObject } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair } from '../../../api/repairs';
import { SelectInput } from '../../../core/forms/inputs/choiceInputs';
import { OptionalLabel } from '../../../core/forms/inputs/OptionalLabel';
import { useProcess } from '../../../core/process/processContext';
import { useCellError } from '../../../core/tables/CellField';
import { DialogRow, type RowPosition } from './DialogRows';
import type { ExtraRow, GoodsReceiptForm } from './goodsReceiptForm';
import type { ReceiptResult } from './ReceiptHeader';
import { ReceiptGroup } from './ReceiptUnits';

interface ReceiptExtrasProps {
  current: RowPosition;
  scanField: RefObject<HTMLInputElement | null>;
  onScanResult: (scanResult: ReceiptResult) => void;
  onChange: () => void;
}

/** Unexpected items in a separate group: serial number, package and note. */
export function ReceiptExtras({ current, scanField, onScanResult, onChange }: ReceiptExtrasProps) {
  const translate = useTranslate();
  const { getValues, setValue, getFieldState } = useFormContext<GoodsReceiptForm>();
  const extras = useWatch<GoodsReceiptForm, 'extras'>({ name: 'extras' });
  const setExtras = (next: ExtraRow[]) =>
    setValue('extras', next, { shouldDirty: true, shouldValidate: getFieldState('extras').invalid });
  const remove = (extra: ExtraRow) => {
    const index = getValues('extras').findIndex(({ key }) => key === extra.key);
    setExtras(getValues('extras').filter(({ key }) => key !== extra.key));
    setValue('removed', [...getValues('removed'), extra], { shouldDirty: true });
    onChange();
    scanField.current?.focus({ preventScroll: true });
    const undo = () => {
      setExtras(getValues('extras').toSpliced(index, 0, extra));
      const remaining = getValues('removed').filter(({ key }) => key !== extra.key);
      setValue('removed', remaining, { shouldDirty: true });
      onChange();
    };
    const name = extra.serialNumber || translate('repair.arrivals.extra');
    onScanResult({ tone: 'idle', text: translate('repair.arrivals.removed', { name }), undo });
  };
  if (extras.length === 0) return null;
  return (
    <ReceiptGroup title={translate('repair.arrivals.extras')}>
      {extras.map((extra, index) => (
        <Extra
          key={extra.key}
          extra={extra}
          index={index}
          turn={current.key === extra.key ? current.turn : 0}
          onChange={(change) =>
            setExtras(getValues('extras').map((row) => (row.key === extra.key ? { ...row, ...change } : row)))
          }
          onLeave={onChange}
          onRemove={() => remove(extra)}
        />
      ))}
    </ReceiptGroup>
  );
}

interface ExtraProps {
  extra: ExtraRow;
  index: number;
  turn: number;
  onChange: (change: Partial<ExtraRow>) => void;
  onLeave: () => void;
  onRemove: () => void;
}

function Extra({ extra, index, turn, onChange, onLeave, onRemove }: ExtraProps) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const translate = useTranslate();
  const { serialNumber, note } = extra;
  const name = serialNumber || translate('repair.arrivals.extra');
  const hasSeveralPackages = packages.length > 1;
  const path = `extras.${index}`;
  const wrong = {
    serialNumber: useMessage(`${path}.serialNumber`),
    note: useMessage(`${path}.note`),
  };
  return (
    <DialogRow turn={turn} label={name}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          paddingBlock: 0.75,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr) 44px',
            sm: hasSeveralPackages ? 'minmax(0, 1fr) 216px minmax(0, 1fr) 44px' : 'minmax(0, 1fr) minmax(0, 1fr) 44px',
          },
        }}
      >
        <TextField
          label={translate('repair.column.serialNumber')}
          value={serialNumber}
          onChange={(event) => onChange({ serialNumber: event.target.value })}
          onBlur={onLeave}
          autoFocus={serialNumber === ''}
          autoComplete="off"
          {...wrong.serialNumber}
        />
        <IconButton
          sx={{ order: { sm: 1 }, width: 44, height: 44, marginTop: 2.5 }}
          aria-label={translate('repair.arrivals.remove', { name })}
          onClick={onRemove}
        >
          <DeleteIcon />
        </IconButton>
        {hasSeveralPackages && (
          <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            <SelectInput
              source={`${path}.parcel`}
              label="repair.arrivals.parcel"
              choices={packages.map((_, index) => ({
                key: String(index + 1),
                name: translate('shipping.package', { number: index + 1 }),
              }))}
              translateChoice={false}
              emptyText="repair.arrivals.anywhere"
              // The empty value is "", not react-admin's null.
              parse={(value: string) => value}
              onChange={onLeave}
            />
          </Box>
        )}
        <TextField
          label={<OptionalLabel label="repair.arrivals.note" />}
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
          onBlur={onLeave}
          sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          slotProps={{ htmlInput: { 'aria-label': translate('repair.arrivals.noteOf', { name }) } }}
          {...wrong.note}
        />
      </Box>
    </DialogRow>
  );
}

/** Return the error of a field as props of a TextField. */
function useMessage(path: string) {
  const error = useCellError(path);
  return error === undefined ? {} : { error: true, helperText: <ValidationError error={error} /> };
}
