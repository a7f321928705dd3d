import { isRejected, isWorking } from './repairRows';
import type { RepairPart, RepairStatus } from './types';

/** How a unit ended: a repair status, or one of the ways in which it never needed one. */
export type Outcome = RepairStatus | 'NOT_SENT' | 'WORKING' | 'OPEN';

const order: readonly Outcome[] = [
  'REPAIRED',
  'REPLACED',
  'NON_REPAIRABLE',
  'IN_PROGRESS',
  'WORKING',
  'REJECTED',
  'NOT_SENT',
  'OPEN',
];

function outcomeOf(part: RepairPart): Outcome {
  if (part.initialApproval === 'REJECTED') return 'NOT_SENT';
  if (isWorking(part)) return 'WORKING';
  if (isRejected(part)) return 'REJECTED';
  return part.repairStatus ?? 'OPEN';
}

/** How many units ended in each way, the good news first. */
export function outcomesOf(parts: readonly RepairPart[]): { key: Outcome; count: number }[] {
  const counts = new Map<Outcome, number>();
  for (const part of parts) counts.set(outcomeOf(part), (counts.get(outcomeOf(part)) ?? 0) + 1);
  return order.flatMap((key) => {
    const count = counts.get(key);
    return count ? [{ key, count }] : [];
  });
}
