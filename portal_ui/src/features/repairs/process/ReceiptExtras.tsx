import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { UseFieldArrayReturn } from 'react-hook-form';
import type { Repair } from '../../../api/repairs';
import { useProcess } from '../../../core/process/processContext';
import { CellField, CellSelect } from '../../../core/tables/CellField';
import type { GoodsReceiptForm } from './goodsReceiptForm';

type Props = Pick<UseFieldArrayReturn<GoodsReceiptForm, 'extras', 'key'>, 'fields' | 'append' | 'remove'> & {
  /** The number of the package that is unpacked now, or "". */
  current: string;
};

/** What nobody announced: what names it, in which package it came, and a note. */
export function ReceiptExtras({ current, fields, append, remove }: Props) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const translate = useTranslate();
  const several = packages.length > 1;
  const numbers = packages.map((_, index) => ({
    key: String(index + 1),
    name: translate('shipping.package', { number: index + 1 }),
  }));
  return (
    <Box component="section" aria-label={translate('repair.arrivals.extras')} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle1" component="h3">
        {translate('repair.arrivals.extras')}
      </Typography>
      {fields.map(({ key, serialNumber }, place) => (
        <Box
          key={key}
          sx={{
            display: 'grid',
            gap: 1,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr 44px', sm: several ? '1fr 190px 1fr 44px' : '1fr 1fr 44px' },
          }}
        >
          <div>
            <CellField
              name={`extras.${place}.serialNumber`}
              cell="serialNumber"
              label={translate('repair.column.serialNumber')}
              placeholder={translate('repair.column.serialNumber')}
              required
            />
          </div>
          <IconButton
            sx={{ order: { sm: 1 } }}
            aria-label={translate('repair.arrivals.remove', { name: serialNumber })}
            onClick={() => remove(place)}
          >
            <DeleteIcon />
          </IconButton>
          {several && (
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              <CellSelect
                name={`extras.${place}.parcel`}
                cell="parcel"
                label={translate('repair.arrivals.parcelOf', { name: serialNumber })}
                choices={numbers}
                emptyLabel={translate('repair.arrivals.anywhere')}
              />
            </Box>
          )}
          <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            <CellField
              name={`extras.${place}.note`}
              cell="note"
              label={translate('repair.arrivals.noteOf', { name: serialNumber })}
              placeholder={translate('repair.arrivals.note')}
            />
          </Box>
        </Box>
      ))}
      <Button
        variant="text"
        size="small"
        sx={{ justifySelf: 'start' }}
        onClick={() => append({ serialNumber: '', parcel: current, note: '', photos: [] })}
      >
        {translate('repair.arrivals.addExtra')}
      </Button>
    </Box>
  );
}
