import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { StatusChip } from '../../../core/ui/StatusChip';
import { getOutcome, getReplacementSerial, OUTCOME_TONES } from './outcomes';
import { useUnitName } from './useUnitName';

/** A longer list is folded, so that what is around it stays in view. */
const MAX_OPEN = 8;

interface UnitOutcomesProps {
  parts: readonly RepairPart[];
  /** The key of the heading. */
  title?: string;
}

/** How each unit ended, with the serial number of what goes back in its place. */
export function UnitOutcomes({ parts, title = 'repair.outcome.perUnit' }: UnitOutcomesProps) {
  const translate = useTranslate();
  if (parts.length === 0) return null;
  return (
    <Box component="details" open={parts.length <= MAX_OPEN} sx={{ marginTop: 2 }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
        {translate(title, { smart_count: parts.length })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, marginTop: 1, padding: 0, display: 'grid', gap: 1 }}>
        {parts.map((part) => (
          <Unit key={part.id} part={part} />
        ))}
      </Box>
    </Box>
  );
}

function Unit({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const nameOf = useUnitName();
  const outcome = getOutcome(part);
  const label =
    choices.repairStatus?.find(({ key }) => key === outcome)?.name ?? translate(`repair.outcome.${outcome}`);
  const replacement = getReplacementSerial(part);
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{nameOf(part)}</Typography>
      <StatusChip tone={OUTCOME_TONES[outcome]} label={label} />
      {replacement && (
        <Typography variant="body2" sx={{ flexBasis: '100%', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {translate('repair.outcome.newSerial', { serial: replacement })}
        </Typography>
      )}
    </Box>
  );
}
