import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useProcess } from '../../../core/process/processContext';

/** Title and unit of the request, for tabs without its details. */
export function RequestSummary() {
  const { title, part, serialNumber } = useProcess<RemoteSupport>().record;
  const translate = useTranslate();
  const model = part?.partName ?? '';
  const unit = model && serialNumber ? translate('repair.unit.name', { part: model, serial: serialNumber }) : model;
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.primary', fontWeight: 'fontWeightMedium' }}>
        {title}
      </Box>
      {(unit || serialNumber) && ` · ${unit || serialNumber}`}
    </Typography>
  );
}
