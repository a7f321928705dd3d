import { useMemo } from 'react';
import type { Repair } from '../../../api/repairs';
import { RequestCommentButton, RequestQuote } from '../../../core/process/CommentButton';
import { useAction, useProcess } from '../../../core/process/processContext';
import { useApprovals } from '../../../core/process/useApprovals';
import { buildRepairComment, initialDecisions } from './repairUpdates';
import { UnitsPane } from './UnitsPane';
import {
  attachmentsColumn,
  commentColumn,
  hintedPartColumn,
  identityColumn,
  problemColumn,
  RejectedUnits,
  type UnitColumn,
  useIdentityWidth,
} from './unitColumns';

const STEP = 'NEW';

/** Details: the units as the client described them, and the first approval. */
export default function RepairDetailsPane() {
  const { record, step } = useProcess<Repair>();
  const canComment = useAction('comment') !== undefined;
  const approvals = useApprovals({
    action: 'initial_approval',
    rows: record.repairParts,
    source: initialDecisions,
  });
  const { canDecide, cell } = approvals;
  // Who does not get the column, but the reasons, reads here what was rejected, once it was.
  const isTold =
    step.hides?.includes('initialApproval') &&
    step.state === 'done' &&
    record.repairParts.some(({ approvalComments }) => approvalComments[STEP]);

  const width = useIdentityWidth();
  const columns = useMemo<UnitColumn[]>(
    () => [
      hintedPartColumn,
      identityColumn(width),
      problemColumn,
      attachmentsColumn,
      { key: 'initialApproval', width: canDecide ? 212 : 176, card: canDecide ? 'action' : 'status', cell },
      commentColumn(STEP, canComment),
    ],
    [width, canComment, canDecide, cell],
  );

  return (
    <UnitsPane
      title="repair.details.title"
      sheet="repair-detail-tab"
      rows={record.repairParts}
      columns={columns}
      estimatedHeights={{ row: 64, card: 156 }}
      selection={approvals.selection}
      bulk={approvals.bulk}
      bar={{
        waiting: approvals.busy,
        secondary: canComment && (
          <RequestCommentButton step={STEP} write={buildRepairComment('request', record.id, STEP)} />
        ),
      }}
      notice={
        <>
          <RequestQuote step={STEP} />
          {isTold && <RejectedUnits title="repair.details.rejected" step={STEP} />}
        </>
      }
    />
  );
}
