import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { useProcess } from '../../../core/process/processContext';

/** That a unit did not arrive as it was announced, where somebody works on it or decides about it. */
export function ReceiptNote({ part }: { part: RepairPart }) {
  const { arrivals } = useProcess<Repair>().record;
  const translate = useTranslate();
  const { choices } = useMeta();
  const arrived = arrivals?.units.find(({ id }) => id === part.id);
  if (!arrived || arrived.found === 'THERE') return null;
  return (
    <Box
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        gap: 0.5,
        alignItems: 'flex-start',
        marginTop: 0.5,
        color: theme.status.waiting.text,
        overflowWrap: 'anywhere',
      })}
    >
      <WarningIcon aria-hidden sx={{ fontSize: 16, marginTop: '2px', flex: 'none' }} />
      <span>
        {translate('repair.arrivals.onArrival', { state: getChoiceName(choices.found, arrived.found) })}
        {arrived.note && (
          <Box component="span" sx={{ display: 'block', whiteSpace: 'pre-line' }}>
            {arrived.note}
          </Box>
        )}
      </span>
    </Box>
  );
}
