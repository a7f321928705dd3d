import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { StatusChip } from '../../../core/ui/StatusChip';
import { getOutcome, getReplacementSerial, OUTCOME_TONES } from './outcomes';
import { useUnitName } from './useUnitName';

/** Longest list that is not collapsed. */
const MAX_OPEN = 8;

interface UnitOutcomesProps {
  parts: readonly RepairPart[];
  /** Translation key of the heading. */
  title?: string;
}

/** Outcome of each unit, with the serial number of a replacement. */
export function UnitOutcomes({ parts, title = 'repair.outcome.perUnit' }: UnitOutcomesProps) {
  const translate = useTranslate();
  const id = useId();
  const isCollapsible = parts.length > MAX_OPEN;
  const [isOpen, setOpen] = useState(!isCollapsible);
  if (parts.length === 0) return null;
  const name = translate(title, { smart_count: parts.length });
  return (
    <Box sx={{ marginTop: 2 }}>
      {isCollapsible ? (
        <Button
          variant="text"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          endIcon={<ExpandMoreIcon sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          sx={{ marginInlineStart: -1.25 }}
        >
          {name}
        </Button>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {name}
        </Typography>
      )}
      {/* A collapsed list is printed in full. */}
      <Box
        component="ul"
        id={id}
        sx={{ ...listStyle, marginTop: 1, display: isOpen || !isCollapsible ? 'grid' : 'none', displayPrint: 'grid' }}
      >
        {parts.map((part) => (
          <Unit key={part.id} part={part} />
        ))}
      </Box>
    </Box>
  );
}

const listStyle = { listStyle: 'none', margin: 0, padding: 0, gap: 1 } as const;
/** Chips stay at the end edge, even if a name takes two lines. */
const unitStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  columnGap: 1.5,
  rowGap: 0.25,
} as const;

function Unit({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const nameOf = useUnitName();
  const outcome = getOutcome(part);
  const label =
    choices.repairStatus?.find(({ key }) => key === outcome)?.name ?? translate(`repair.outcome.${outcome}`);
  const replacement = getReplacementSerial(part);
  return (
    <Box component="li" sx={unitStyle}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{nameOf(part)}</Typography>
      <StatusChip tone={OUTCOME_TONES[outcome]} label={label} />
      {replacement && (
        <Typography variant="body2" sx={{ gridColumn: '1 / -1', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {translate('repair.outcome.newSerial', { serial: replacement })}
        </Typography>
      )}
    </Box>
  );
}
