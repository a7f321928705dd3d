import { useMemo } from 'react';
import type { Repair } from '../../../api/repairs';
import { RequestCommentButton, RequestQuote } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { buildRepairComment, initialDecisions } from './repairUpdates';
import { UnitApprovalComment, UnitFiles, UnitHistory, UnitProblem } from './UnitDetails';
import { UnitsPane } from './UnitsPane';
import { buildUnitColumn, problemColumn, RejectedUnits, type UnitColumn } from './unitColumns';
import { buildDecisionColumn, DecisionCounts, useUnitApprovals } from './useUnitApprovals';

const STEP = 'NEW';
const canDecideOnAny = () => true;

/** Details pane: the units as submitted, and the initial approval. */
export default function RepairDetailsPane() {
  const { record, step } = useProcess<Repair>();
  const parts = record.repairParts;
  const { canComment, canDecide, decisionWidth, busy, cell, list } = useUnitApprovals({
    action: 'initial_approval',
    step: STEP,
    parts,
    canDecideOn: canDecideOnAny,
    source: initialDecisions,
  });
  const hasDecisions = !step.hides?.includes('initialApproval');
  // A role without the decision column still gets the comments: it sees the rejected units here.
  const hasRejectionComments =
    !hasDecisions && step.state === 'done' && parts.some(({ approvalComments }) => approvalComments[STEP]);

  const columns = useMemo<UnitColumn[]>(
    () => [
      buildUnitColumn(),
      problemColumn,
      buildDecisionColumn('initialApproval', { canDecide, width: decisionWidth }, cell),
    ],
    [canDecide, decisionWidth, cell],
  );

  return (
    <UnitsPane
      {...list}
      title="repair.details.title"
      sheet="repair-detail-tab"
      columns={columns}
      panelWidth={356}
      cardHeight={156}
      details={(part) => (
        <>
          <UnitFiles part={part} />
          <UnitProblem part={part} />
          <UnitHistory part={part} />
          {hasDecisions && !canComment && <UnitApprovalComment comment={part.approvalComments[STEP]} />}
        </>
      )}
      bar={{
        waiting: busy,
        secondary: canComment && (
          <RequestCommentButton step={STEP} write={buildRepairComment('request', record.id, STEP)} />
        ),
      }}
      alert={
        <>
          <RequestQuote step={STEP} />
          {hasRejectionComments && <RejectedUnits title="repair.details.rejected" step={STEP} />}
        </>
      }
      summary={hasDecisions && <DecisionCounts parts={parts} source={initialDecisions} />}
    />
  );
}
