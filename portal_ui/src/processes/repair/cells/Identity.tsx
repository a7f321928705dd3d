import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { RepairPart } from '../types';
import { UnitPart } from '../units';

/** Serial number and service tag in one column, where others need the room. */
export function Identity({ part }: { part: RepairPart }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography component="div">{part.serialNumber}</Typography>
      {part.serviceTag && (
        <Typography variant="body2" component="div" sx={{ color: 'text.tertiary' }}>
          {part.serviceTag}
        </Typography>
      )}
    </Box>
  );
}

export function IdentityHead() {
  const translate = useTranslate();
  return (
    <>
      {translate('repair.column.serialNumber')}
      <br />
      {translate('repair.column.serviceTag')}
    </>
  );
}

/** Picture, model and numbers of a unit in one column. */
export function NamedUnit({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  return (
    <UnitPart part={part}>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {part.serviceTag
          ? translate('repair.unit.serialAndTag', { serial: part.serialNumber, tag: part.serviceTag })
          : translate('repair.unit.serial', { serial: part.serialNumber })}
      </Typography>
    </UnitPart>
  );
}
