import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ProcessRecord } from '../../api/requests';
import { BulkActions } from '../tables/TableBulkActions';
import type { CellPlace } from '../tables/tableTypes';
import { type MarkControl, useMarks } from '../tables/useRowSelection';
import { ApprovalChip, ApprovalToggle } from './ApprovalToggle';
import { type Approval, decisionsFor } from './decisionQueue';
import { useAction } from './processContext';
import { type RowDecisions, useDecisions } from './useDecisions';

interface Options<R extends ProcessRecord, Row> {
  /** The action that lets the viewer decide. */
  action: string;
  /** The rows that may be decided, in the order of the screen. Keep it steady. */
  rows: readonly Row[];
  source: RowDecisions<R, Row>;
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

/** The approvals of a tab's rows: one by one, marked, or all; only to read where the server offers no decision. */
export function useApprovals<R extends ProcessRecord, Row extends { id: number }>(
  options: Options<R, Row>,
): Approvals<Row> {
  const { action, rows, source } = options;
  const { approvalOfRow } = source;
  const translate = useTranslate();
  const canDecide = useAction(action) !== undefined;
  const { decide, busy } = useDecisions(source);
  const marks = useMarks(useMemo(() => rows.map(({ id }) => id), [rows]));
  const cell = useCallback(
    (row: Row, { name }: CellPlace) =>
      canDecide ? (
        <ApprovalToggle id={row.id} value={approvalOfRow(row)} name={name} onDecide={decide} />
      ) : (
        <ApprovalChip value={approvalOfRow(row)} />
      ),
    [canDecide, approvalOfRow, decide],
  );

  // Units that are there already are left out.
  const bulkAction = (key: string, some: readonly Row[], target: Exclude<Approval, 'WAITING_APPROVAL'>) => ({
    key,
    label: translate(`process.approval.${key}`),
    disabled: some.length === 0,
    run: () => {
      const decisions = decisionsFor(some, target, approvalOfRow);
      const words = target === 'APPROVED' ? 'approved' : 'rejected';
      const message = `process.approval.${words}${decisions.length > 0 ? 'Some' : 'Already'}`;
      const before = new Map(some.map((row) => [row.id, approvalOfRow(row)]));
      decide(decisions, {
        message,
        args: { smart_count: decisions.length },
        // Decisions with their reasons are made again in one go.
        undo: decisions.map(({ id }) => ({ id, status: before.get(id) ?? 'WAITING_APPROVAL' })),
      });
      marks.clear();
    },
  });
  const marked = rows.filter(({ id }) => marks.ids.has(id));
  return {
    canDecide,
    busy,
    marks: canDecide ? marks : undefined,
    cell,
    bulk: canDecide && (
      <BulkActions
        marked={marked.length}
        reach={2}
        actions={[
          bulkAction('approveMarked', marked, 'APPROVED'),
          bulkAction('rejectMarked', marked, 'REJECTED'),
          bulkAction('approveAll', rows, 'APPROVED'),
          bulkAction('rejectAll', rows, 'REJECTED'),
        ]}
      />
    ),
  };
}
