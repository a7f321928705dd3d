import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type Approval, type Decision, decisionsFor } from './decisions';
import type { MarkControl } from './units/useMarks';

interface ApprovalBulkProps<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => number;
  approvalOf: (row: Row) => Approval;
  marks: MarkControl;
  onDecide: (decisions: readonly Decision[], done: string) => void;
}

/** Approve marked, approve all, reject all; units that are there already are left out, and nothing is sent for none. */
export function ApprovalBulk<Row>({ rows, idOf, approvalOf, marks, onDecide }: ApprovalBulkProps<Row>) {
  const translate = useTranslate();
  const decide = (some: readonly Row[], target: Approval, words: string) => {
    const decisions = decisionsFor(some, target, idOf, approvalOf);
    if (decisions.length > 0) onDecide(decisions, translate(words, { smart_count: decisions.length }));
    marks.clear();
  };
  const marked = rows.filter((row) => marks.ids.has(idOf(row)));
  return (
    <>
      {marked.length > 0 && (
        <Typography variant="body2" role="status" sx={{ color: 'text.tertiary' }}>
          {translate('process.units.marked', { smart_count: marked.length })}
        </Typography>
      )}
      <Button
        size="small"
        disabled={marked.length === 0}
        onClick={() => decide(marked, 'APPROVED', 'process.approval.approvedSome')}
      >
        {translate('process.approval.approveMarked')}
      </Button>
      <Button
        size="small"
        disabled={rows.length === 0}
        onClick={() => decide(rows, 'APPROVED', 'process.approval.approvedSome')}
      >
        {translate('process.approval.approveAll')}
      </Button>
      <Button
        size="small"
        disabled={rows.length === 0}
        onClick={() => decide(rows, 'REJECTED', 'process.approval.rejectedSome')}
      >
        {translate('process.approval.rejectAll')}
      </Button>
    </>
  );
}
