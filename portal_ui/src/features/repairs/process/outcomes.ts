import type { SvgIconComponent } from '@mui/icons-material';
import PendingIcon from '@mui/icons-material/PendingOutlined';
import type { RepairPart, RepairStatus } from '../../../api/repairs';
import type { Tone } from '../../../api/types';
import { isRejected, isWorking } from './repairRows';

/** Outcome of a unit: a repair status, or the reason why it has none. */
export type Outcome = RepairStatus | 'NOT_SENT' | 'NOT_RECEIVED' | 'WORKING' | 'OPEN';

/** Status tones of the outcomes, in display order. */
const OUTCOME_TONES: Record<Outcome, Tone> = {
  REPAIRED: 'done',
  REPLACED: 'done',
  NON_REPAIRABLE: 'rejected',
  IN_PROGRESS: 'idle',
  WORKING: 'done',
  REJECTED: 'rejected',
  NOT_SENT: 'rejected',
  NOT_RECEIVED: 'rejected',
  OPEN: 'idle',
};

/** Props of an outcome's chip: a unit in repair has another icon than its diagnosis. */
export const getOutcomeChip = (outcome: Outcome): { tone: Tone; icon?: SvgIconComponent } => ({
  tone: OUTCOME_TONES[outcome],
  ...(outcome === 'IN_PROGRESS' && { icon: PendingIcon }),
});

/** Return the outcome of a unit. */
export function getOutcome(part: RepairPart): Outcome {
  if (part.initialApproval === 'REJECTED') return 'NOT_SENT';
  if (part.isMissing) return 'NOT_RECEIVED';
  if (isWorking(part)) return 'WORKING';
  if (isRejected(part)) return 'REJECTED';
  return part.repairStatus ?? 'OPEN';
}

/** Return the serial number of the replacement; empty for any other result. */
export const getReplacementSerial = (part: Pick<RepairPart, 'repairStatus' | 'replacementSerial'>): string =>
  part.repairStatus === 'REPLACED' ? part.replacementSerial : '';

/** Count the units by outcome, in display order. */
export function countOutcomes(parts: readonly RepairPart[]): { key: Outcome; count: number }[] {
  const all = parts.map(getOutcome);
  return (Object.keys(OUTCOME_TONES) as Outcome[])
    .map((key) => ({ key, count: all.filter((outcome) => outcome === key).length }))
    .filter(({ count }) => count > 0);
}
