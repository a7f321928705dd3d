import type { Tone } from '../../server/types';
import { isRejected, isWorking } from './repairRows';
import type { RepairPart, RepairStatus } from './types';

/** How a unit ended: a repair status, or one of the ways in which it never needed one. */
export type Outcome = RepairStatus | 'NOT_SENT' | 'WORKING' | 'OPEN';

/** The tones of the ways in which a unit may end, the good news first. */
export const outcomeTones: Record<Outcome, Tone> = {
  REPAIRED: 'done',
  REPLACED: 'done',
  NON_REPAIRABLE: 'rejected',
  IN_PROGRESS: 'idle',
  WORKING: 'done',
  REJECTED: 'rejected',
  NOT_SENT: 'rejected',
  OPEN: 'idle',
};

function outcomeOf(part: RepairPart): Outcome {
  if (part.initialApproval === 'REJECTED') return 'NOT_SENT';
  if (isWorking(part)) return 'WORKING';
  if (isRejected(part)) return 'REJECTED';
  return part.repairStatus ?? 'OPEN';
}

/** How many units ended in each way, the good news first. */
export function outcomesOf(parts: readonly RepairPart[]): { key: Outcome; count: number }[] {
  const all = parts.map(outcomeOf);
  return (Object.keys(outcomeTones) as Outcome[])
    .map((key) => ({ key, count: all.filter((one) => one === key).length }))
    .filter(({ count }) => count > 0);
}
