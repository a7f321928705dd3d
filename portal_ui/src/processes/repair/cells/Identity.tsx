import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { RepairPart } from '../types';

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
