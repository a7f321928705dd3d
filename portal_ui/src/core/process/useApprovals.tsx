import { useEvent, useTranslate } from 'ra-core';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import type { ProcessRecord } from '../../api/requests';
import { TableBulkActions } from '../tables/TableBulkActions';
import type { CellContext } from '../tables/tableTypes';
import { type SelectionControl, useRowSelection } from '../tables/useRowSelection';
import { ApprovalChip, ApprovalToggle } from './ApprovalToggle';
import { type Approval, buildDecisions, type Decision } from './decisionQueue';
import { useAction } from './processContext';
import { type RowDecisions, useDecisions } from './useDecisions';

interface ApprovalOptions<R extends ProcessRecord, Row> {
  /** Action that allows the viewer to decide. */
  action: string;
  /** Rows that can be decided, in display order; a stable reference. */
  rows: readonly Row[];
  source: RowDecisions<R, Row>;
  /** Called after a single decision with the next undecided row, if any. */
  onDecided?: (id: number, next: number | undefined) => void;
}

interface Approvals<Row> {
  canDecide: boolean;
  /** True while a decision is being saved. */
  busy: boolean;
  selection: SelectionControl | undefined;
  /** Cell with the buttons to decide a row, or with its decision. */
  cell: (row: Row, context: CellContext) => ReactNode;
  /** Bulk actions. */
  bulk: ReactNode;
  /** Large buttons, for the details of one row. */
  renderFooter: (row: Row, name: string) => ReactNode;
  /** Handle the keyboard shortcuts of a row: A approves it, R rejects it. Ignored in text fields. */
  decideByKey: (event: KeyboardEvent, row: Row) => void;
}

/** Return whether a key belongs to an input or, with a modifier, to the browser. */
const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('textarea, select, [contenteditable]') !== null) ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox');

/**
 * Return the approval controls of a tab's rows, for one, selected or all rows. Read-only if the server offers no
 * decision.
 */
export function useApprovals<R extends ProcessRecord, Row extends { id: number }>(
  options: ApprovalOptions<R, Row>,
): Approvals<Row> {
  const { action, rows, source, onDecided } = options;
  const { getRowApproval } = source;
  const translate = useTranslate();
  const canDecide = useAction(action) !== undefined;
  const { decide, busy } = useDecisions(source);
  const selection = useRowSelection(useMemo(() => rows.map(({ id }) => id), [rows]));
  const decideRow = useEvent((decisions: Decision[]) => {
    decide(decisions);
    const [decision] = decisions;
    if (!decision || decision.status === 'WAITING_APPROVAL') return;
    const at = rows.findIndex(({ id }) => id === decision.id);
    const later = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
    onDecided?.(decision.id, later.find((row) => getRowApproval(row) === 'WAITING_APPROVAL')?.id);
  });
  const decideByKey = useEvent((event: KeyboardEvent, row: Row) => {
    const status = { a: 'APPROVED', r: 'REJECTED' }[event.key.toLowerCase()] as Approval | undefined;
    const isFree = canDecide && rows.some(({ id }) => id === row.id);
    if (!status || !isFree || isTyping(event) || event.repeat) return;
    event.preventDefault();
    if (getRowApproval(row) === 'WAITING_APPROVAL') decideRow([{ id: row.id, status }]);
  });
  const renderCell = useCallback(
    (row: Row, { name }: CellContext) =>
      canDecide ? (
        <ApprovalToggle id={row.id} value={getRowApproval(row)} name={name} onDecide={decideRow} />
      ) : (
        <ApprovalChip value={getRowApproval(row)} />
      ),
    [canDecide, getRowApproval, decideRow],
  );

  const buildBulkAction = (key: string, subset: readonly Row[], target: Exclude<Approval, 'WAITING_APPROVAL'>) => ({
    key,
    label: translate(`process.approval.${key}`),
    disabled: subset.length === 0,
    run: () => {
      const decisions = buildDecisions(subset, target, getRowApproval);
      const messageKey = target === 'APPROVED' ? 'approved' : 'rejected';
      const message = `process.approval.${messageKey}${decisions.length > 0 ? 'Some' : 'Already'}`;
      const before = new Map(subset.map((row) => [row.id, getRowApproval(row)]));
      decide(decisions, {
        message,
        args: { smart_count: decisions.length },
        // Undo restores the earlier decisions in one batch.
        undo: decisions.map(({ id }) => ({ id, status: before.get(id) ?? 'WAITING_APPROVAL' })),
      });
      selection.clear();
    },
  });
  const selectedRows = rows.filter(({ id }) => selection.ids.has(id));
  const forAll = [buildBulkAction('approveAll', rows, 'APPROVED'), buildBulkAction('rejectAll', rows, 'REJECTED')];
  const forSelection = [
    buildBulkAction('approveMarked', selectedRows, 'APPROVED'),
    buildBulkAction('rejectMarked', selectedRows, 'REJECTED'),
  ];
  return {
    canDecide,
    busy,
    selection: canDecide ? selection : undefined,
    cell: renderCell,
    renderFooter: (row, name) => (
      <ApprovalToggle isLarge id={row.id} value={getRowApproval(row)} name={name} onDecide={decideRow} />
    ),
    decideByKey,
    bulk: canDecide && (
      <TableBulkActions
        selectedCount={selectedRows.length}
        maxVisible={2}
        actions={selectedRows.length > 0 ? [...forSelection, ...forAll] : [...forAll, ...forSelection]}
      />
    ),
  };
}
