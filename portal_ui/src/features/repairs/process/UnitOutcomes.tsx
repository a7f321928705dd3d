import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { StatusChip } from '../../../core/ui/StatusChip';
import { PartLabel } from '../../parts/PartLabel';
import { countOutcomes, getOutcome, getOutcomeChip, getReplacementSerial } from './outcomes';
import { useSerial } from './useUnitName';

/** Longest list that is not collapsed. */
const MAX_OPEN = 8;

/** Return whether a list of units is collapsed at first. */
export const isCollapsible = (parts: readonly RepairPart[]): boolean => parts.length > MAX_OPEN;

/** Return the number of units per outcome, as text. */
export function useOutcomeCounts(parts: readonly RepairPart[]): string {
  const translate = useTranslate();
  return countOutcomes(parts)
    .map(({ key, count }) => translate(`repair.outcome.count.${key}`, { smart_count: count }))
    .join(' · ');
}

interface UnitOutcomesProps {
  parts: readonly RepairPart[];
  /** Translation key of the heading. Without it, only a collapsible list has one: the number of units per outcome. */
  title?: string;
}

/** Outcome of each unit, with the serial number of a replacement. */
export function UnitOutcomes({ parts, title }: UnitOutcomesProps) {
  const translate = useTranslate();
  const id = useId();
  const isLong = isCollapsible(parts);
  const [isOpen, setOpen] = useState(!isLong);
  const counts = useOutcomeCounts(parts);
  if (parts.length === 0) return null;
  const name = title ? translate(title, { smart_count: parts.length }) : counts;
  return (
    <Box sx={{ '* + &': { marginTop: 2 } }}>
      {isLong && (
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
      )}
      {!isLong && title && (
        <Typography variant="subtitle1" component="p">
          {name}
        </Typography>
      )}
      {/* A collapsed list is printed in full. */}
      <Box
        component="ul"
        id={id}
        sx={{ ...listStyle, display: isOpen || !isLong ? 'grid' : 'none', displayPrint: 'grid' }}
      >
        {parts.map((part) => (
          <Unit key={part.id} part={part} />
        ))}
      </Box>
    </Box>
  );
}

const listStyle = {
  listStyle: 'none',
  margin: 0,
  '* + &': { marginTop: 1 },
  padding: 0,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** Style of a row, 48 px high. In wide lists the outcomes are close to the units. */
const unitStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 312px) max-content',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 48,
  paddingBlock: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const;

function Unit({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const formatSerial = useSerial();
  const outcome = getOutcome(part);
  const label =
    choices.repairStatus?.find(({ key }) => key === outcome)?.name ?? translate(`repair.outcome.${outcome}`);
  const replacement = getReplacementSerial(part);
  return (
    <Box component="li" sx={unitStyle}>
      <PartLabel plain size={32} imageUrl={part.imageUrl} name={part.partName} serial={formatSerial(part)} />
      <StatusChip {...getOutcomeChip(outcome)} label={label} />
      {replacement && (
        <Typography variant="body2" sx={{ gridColumn: '1 / -1', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {translate('repair.outcome.newSerial', { serial: replacement })}
        </Typography>
      )}
    </Box>
  );
}
