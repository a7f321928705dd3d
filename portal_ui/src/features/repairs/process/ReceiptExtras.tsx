import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair } from '../../../api/repairs';
import { OptionalLabel } from '../../../core/forms/inputs/OptionalLabel';
import { useProcess } from '../../../core/process/processContext';
import { useCellError } from '../../../core/tables/CellField';
import type { ExtraRow, GoodsReceiptForm } from './goodsReceiptForm';
import type { Place } from './ReceiptHead';
import { ReceiptGroup, ReceiptLine } from './ReceiptUnits';

/** What nobody announced, in a group of its own: what names it, in which package it came, and a note. */
export function ReceiptExtras({ current, onChange }: { current: Place; onChange: () => void }) {
  const translate = useTranslate();
  const { getValues, setValue, getFieldState } = useFormContext<GoodsReceiptForm>();
  const extras = useWatch<GoodsReceiptForm, 'extras'>({ name: 'extras' });
  const put = (next: ExtraRow[]) =>
    setValue('extras', next, { shouldDirty: true, shouldValidate: getFieldState('extras').invalid });
  if (extras.length === 0) return null;
  return (
    <ReceiptGroup title={translate('repair.arrivals.extras')}>
      {extras.map((extra, place) => (
        <Extra
          key={extra.key}
          extra={extra}
          place={place}
          turn={current.key === extra.key ? current.turn : 0}
          onChange={(change) =>
            put(getValues('extras').map((one) => (one.key === extra.key ? { ...one, ...change } : one)))
          }
          onLeave={onChange}
          onRemove={() => {
            put(getValues('extras').filter(({ key }) => key !== extra.key));
            onChange();
          }}
        />
      ))}
    </ReceiptGroup>
  );
}

interface ExtraProps {
  extra: ExtraRow;
  place: number;
  turn: number;
  onChange: (change: Partial<ExtraRow>) => void;
  onLeave: () => void;
  onRemove: () => void;
}

function Extra({ extra, place, turn, onChange, onLeave, onRemove }: ExtraProps) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const translate = useTranslate();
  const { serialNumber: name, parcel, note } = extra;
  const several = packages.length > 1;
  const path = `extras.${place}`;
  const wrong = {
    serialNumber: useMessage(`${path}.serialNumber`),
    parcel: useMessage(`${path}.parcel`),
    note: useMessage(`${path}.note`),
  };
  return (
    <ReceiptLine turn={turn} label={name || translate('repair.arrivals.extras')}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          paddingBlock: 0.75,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr) 44px',
            sm: several ? 'minmax(0, 1fr) 216px minmax(0, 1fr) 44px' : 'minmax(0, 1fr) minmax(0, 1fr) 44px',
          },
        }}
      >
        <TextField
          label={translate('repair.column.serialNumber')}
          value={name}
          onChange={(event) => onChange({ serialNumber: event.target.value })}
          onBlur={onLeave}
          autoFocus={name === ''}
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
        {several && (
          <TextField
            select
            label={translate('repair.arrivals.parcel')}
            value={parcel}
            onChange={(event) => {
              onChange({ parcel: event.target.value });
              onLeave();
            }}
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
            slotProps={{ select: { displayEmpty: true } }}
            {...wrong.parcel}
          >
            <MenuItem value="">{translate('repair.arrivals.anywhere')}</MenuItem>
            {packages.map(({ id }, index) => (
              <MenuItem key={id} value={String(index + 1)}>
                {translate('shipping.package', { number: index + 1 })}
              </MenuItem>
            ))}
          </TextField>
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
    </ReceiptLine>
  );
}

/** The error of a field as a text field takes it. */
function useMessage(path: string) {
  const error = useCellError(path);
  return error === undefined ? {} : { error: true, helperText: <ValidationError error={error} /> };
}
