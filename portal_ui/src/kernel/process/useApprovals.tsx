import { type ReactNode, useCallback, useMemo } from 'react';
import type { CellPlace } from '../table/declaration';
import { type MarkControl, useMarks } from '../table/useMarks';
import { ApprovalBulk } from './ApprovalBulk';
import { ApprovalChip, ApprovalToggle } from './ApprovalToggle';
import type { Approval } from './decisions';
import { useAction } from './processContext';
import type { ProcessRecord } from './types';
import { type DecisionSource, useDecisions } from './useDecisions';

interface Options<R extends ProcessRecord, Row> {
  /** The action that lets the viewer decide. */
  action: string;
  /** The rows that may be decided, in the order of the screen. Keep it steady, as the functions. */
  rows: readonly Row[];
  source: DecisionSource<R>;
  approvalOf: (row: Row) => Approval;
}

interface Approvals<Row> {
  canDecide: boolean;
  /** A decision is on its way to the server. */
  busy: boolean;
  marks: MarkControl | undefined;
  /** Approve or reject a row, or what was decided. */
  cell: (row: Row, place: CellPlace) => ReactNode;
  /** What is done with many at once. */
  bulk: ReactNode;
}

const idOf = ({ id }: { id: number }): number => id;

/** The approvals of a tab's rows: one by one, marked, or all; only to read where the server offers no decision. */
export function useApprovals<R extends ProcessRecord, Row extends { id: number }>(
  options: Options<R, Row>,
): Approvals<Row> {
  const { action, rows, source, approvalOf } = options;
  const canDecide = useAction(action) !== undefined;
  const { decide, busy } = useDecisions(source);
  const marks = useMarks(useMemo(() => rows.map(idOf), [rows]));
  const one = useCallback((id: number, status: Approval) => decide([{ id, status }]), [decide]);
  const cell = useCallback(
    (row: Row, { name }: CellPlace) =>
      canDecide ? (
        <ApprovalToggle id={row.id} value={approvalOf(row)} name={name} onDecide={one} />
      ) : (
        <ApprovalChip value={approvalOf(row)} />
      ),
    [canDecide, approvalOf, one],
  );
  return {
    canDecide,
    busy,
    marks: canDecide ? marks : undefined,
    cell,
    bulk: canDecide && <ApprovalBulk rows={rows} idOf={idOf} approvalOf={approvalOf} marks={marks} onDecide={decide} />,
  };
}
