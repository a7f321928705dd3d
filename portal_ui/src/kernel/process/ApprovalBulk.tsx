import { useTranslate } from 'ra-core';
import { BulkActions } from '../table/BulkActions';
import type { MarkControl } from '../table/useMarks';
import { type Approval, type Decision, decisionsFor } from './decisions';
import type { Done } from './useDecisions';

interface ApprovalBulkProps<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => number;
  approvalOf: (row: Row) => Approval;
  marks: MarkControl;
  onDecide: (decisions: readonly Decision[], done: Done) => void;
}

/** Approve marked, approve all, reject all; units that are there already are left out. */
export function ApprovalBulk<Row>({ rows, idOf, approvalOf, marks, onDecide }: ApprovalBulkProps<Row>) {
  const translate = useTranslate();
  const marked = rows.filter((row) => marks.ids.has(idOf(row)));
  const action = (key: string, some: readonly Row[], target: 'APPROVED' | 'REJECTED') => ({
    key,
    label: translate(`process.approval.${key}`),
    disabled: some.length === 0,
    run: () => {
      const decisions = decisionsFor(some, target, idOf, approvalOf);
      const words = target === 'APPROVED' ? 'approved' : 'rejected';
      const message = `process.approval.${words}${decisions.length > 0 ? 'Some' : 'Already'}`;
      onDecide(decisions, { message, args: { smart_count: decisions.length } });
      marks.clear();
    },
  });
  return (
    <BulkActions
      marked={marked.length}
      actions={[
        action('approveMarked', marked, 'APPROVED'),
        action('approveAll', rows, 'APPROVED'),
        action('rejectAll', rows, 'REJECTED'),
      ]}
    />
  );
}
