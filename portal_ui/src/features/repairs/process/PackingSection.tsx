import Inventory2Icon from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import { useProcess } from '../../../core/process/processContext';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { useDescribePacking, usePackingDetails } from './packingDetails';
import { isBlank, type PackingForm, toPackingForm } from './repairPacking';
import { buildRowKey, filterServicedParts } from './unitRows';
import { useSerial, useUnitName } from './useUnitName';

const loadPackingDialog = () => import('./PackingDialog');

/** Packages, customs data and courier details of the units, edited in a dialog. */
export function PackingSection({ editing = false }: { editing?: boolean }) {
  return <FormSection title="repair.packing.title">{editing ? <Editor /> : <Reader />}</FormSection>;
}

function Reader() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const { rows } = toPackingForm(record);
  const describe = useDescribePacking(record.pickUpShippingDetails.packages.length);
  const parts = filterServicedParts(record.repairParts);
  const isEmpty = parts.every(({ id }) => isBlank(rows[buildRowKey(id)]));
  if (isEmpty) return <Typography sx={{ color: 'text.tertiary' }}>{translate('repair.packing.none')}</Typography>;
  return (
    <Lines>
      {parts.map((part) => (
        <Line key={part.id} part={part} details={describe(part, rows[buildRowKey(part.id)])} />
      ))}
    </Lines>
  );
}

function Editor() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { errors, submitCount } = useFormState<PackingForm>();
  const isInvalid = errors.rows !== undefined;
  const isOnlyInvalid = isInvalid && Object.keys(errors).length === 1;
  // The fields of the dialog cannot be focused until it is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens after a submit, not while typing
  useEffect(() => {
    if (isOnlyInvalid && submitCount > 0) setOpen(true);
  }, [submitCount]);
  return (
    <>
      <Typography sx={{ color: 'text.secondary', marginBottom: 1.5 }}>{translate('repair.packing.hint')}</Typography>
      <Lines>
        {filterServicedParts(record.repairParts).map((part) => (
          <EditedLine key={part.id} part={part} />
        ))}
      </Lines>
      <Button startIcon={<Inventory2Icon />} onClick={() => setOpen(true)}>
        {translate('repair.packing.edit')}
      </Button>
      {isInvalid && <FormHelperText error>{translate('repair.packing.invalid')}</FormHelperText>}
      {isOpen && <LazyDialog load={loadPackingDialog} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Line of a unit; the aside lists those without entered details. */
function EditedLine({ part }: { part: RepairPart }) {
  const { control } = useFormContext<PackingForm>();
  const packageCount = useWatch({ control, name: 'packages' }).length;
  const { row, details } = usePackingDetails(part, packageCount);
  return isBlank(row) ? null : <Line {...{ part, details }} />;
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, '&:has(li)': { marginBottom: 1.5 } }}>
      {children}
    </Box>
  );
}

/** Unit and its details, side by side from tablets on. */
function Line({ part, details }: { part: RepairPart; details: readonly string[] }) {
  const translate = useTranslate();
  const serial = useSerial()(part);
  return (
    <Box
      component="li"
      aria-label={useUnitName()(part)}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
        columnGap: 2,
        paddingBlock: 0.75,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Typography noWrap title={serial}>
        {part.partName}{' '}
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          {serial}
        </Box>
      </Typography>
      <Typography className="tabular" sx={{ color: details.length > 0 ? 'text.secondary' : 'text.tertiary' }}>
        {details.length > 0 ? details.join(' · ') : translate('shared.notSpecified')}
      </Typography>
    </Box>
  );
}
