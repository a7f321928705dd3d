/** The three values of an approval, as plain keys of the server. */
export type Approval = 'WAITING_APPROVAL' | 'APPROVED' | 'REJECTED';

export interface Decision {
  id: number;
  status: Approval;
}

/**
 * What a bulk action sends: the ids that are not yet in the target status. Those already there are skipped,
 * and an empty answer means that nothing is to be done.
 */
export const decisionsFor = <Row>(
  rows: readonly Row[],
  target: Approval,
  idOf: (row: Row) => number,
  approvalOf: (row: Row) => Approval,
): Decision[] => rows.filter((row) => approvalOf(row) !== target).map((row) => ({ id: idOf(row), status: target }));

/** Later decisions on the same id replace earlier ones; the order of first mention stays. */
export function mergeDecisions(earlier: readonly Decision[], later: readonly Decision[]): Decision[] {
  const merged = new Map(earlier.map((decision) => [decision.id, decision]));
  for (const decision of later) merged.set(decision.id, decision);
  return [...merged.values()];
}
