import type { RepairPart, RepairStatus } from '../../../api/repairs';
import type { Tone } from '../../../api/types';
import { isRejected, isWorking } from './repairRows';

/** How a unit ended: a repair status, or one of the ways in which it never needed one. */
export type Outcome = RepairStatus | 'NOT_SENT' | 'NOT_RECEIVED' | 'WORKING' | 'OPEN';

/** The tones of the ways in which a unit may end, the good news first. */
export const OUTCOME_TONES: Record<Outcome, Tone> = {
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

/** How a unit ended. */
export function getOutcome(part: RepairPart): Outcome {
  if (part.initialApproval === 'REJECTED') return 'NOT_SENT';
  if (part.isMissing) return 'NOT_RECEIVED';
  if (isWorking(part)) return 'WORKING';
  if (isRejected(part)) return 'REJECTED';
  return part.repairStatus ?? 'OPEN';
}

/** The new serial number of a unit that was replaced; that of another result is only kept. */
export const getReplacementSerial = (part: Pick<RepairPart, 'repairStatus' | 'replacementSerial'>): string =>
  part.repairStatus === 'REPLACED' ? part.replacementSerial : '';

/** How many units ended in each way, the good news first. */
export function countOutcomes(parts: readonly RepairPart[]): { key: Outcome; count: number }[] {
  const all = parts.map(getOutcome);
  return (Object.keys(OUTCOME_TONES) as Outcome[])
    .map((key) => ({ key, count: all.filter((one) => one === key).length }))
    .filter(({ count }) => count > 0);
}
