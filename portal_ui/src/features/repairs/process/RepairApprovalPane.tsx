import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Repair, RepairPart } from '../../../api/repairs';
import { RequestCommentButton, RequestQuote } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { ApprovedTotal, getCostVisibility, needsApproval } from './Findings';
import { buildRepairComment, repairDecisions } from './repairUpdates';
import { UnitApprovalComment, UnitFindings, UnitHistory } from './UnitDetails';
import { UnitsPane } from './UnitsPane';
import { buildFindingColumns, type UnitColumn, useAmountWidth } from './unitColumns';
import { filterServicedParts } from './unitRows';
import { buildDecisionColumn, DecisionCounts, useUnitApprovals } from './useUnitApprovals';

const STEP = 'IN_REPAIR_APPROVAL';

/** Repair approval pane: diagnosis, cost and decision for each unit. */
export default function RepairApprovalPane() {
  const { record } = useProcess<Repair>();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const { canComment, canDecide, decisionWidth, busy, cell, list } = useUnitApprovals({
    action: 'repair_approval',
    step: STEP,
    parts,
    canDecideOn: needsApproval,
    source: repairDecisions,
  });
  const hasTotal = getCostVisibility(parts).total;
  const amountWidth = useAmountWidth(parts);

  const columns = useMemo<UnitColumn[]>(
    () => [
      ...buildFindingColumns(hasTotal, amountWidth),
      buildDecisionColumn('repairApproval', { canDecide, width: decisionWidth }, (unit, context) =>
        needsApproval(unit) ? cell(unit, context) : !unit.isMissing && <NotNeeded />,
      ),
    ],
    [hasTotal, amountWidth, canDecide, decisionWidth, cell],
  );

  return (
    <UnitsPane
      {...list}
      title="repair.approval.title"
      sheet="repair-approval-tab"
      columns={columns}
      cardHeight={124}
      details={(part) => (
        <>
          <UnitFindings part={part} />
          <UnitHistory part={part} />
          {!canComment && <UnitApprovalComment comment={part.approvalComments[STEP]} />}
        </>
      )}
      bar={{
        waiting: busy,
        secondary: canComment && (
          <RequestCommentButton step={STEP} write={buildRepairComment('request', record.id, STEP)} />
        ),
      }}
      alert={<RequestQuote step={STEP} />}
      summary={<Summary parts={parts.filter(needsApproval)} hasTotal={hasTotal} />}
    />
  );
}

/** Total of the requested and of the approved repairs, and number of decisions. */
function Summary({ parts, hasTotal }: { parts: readonly RepairPart[]; hasTotal: boolean }) {
  return (
    <>
      {hasTotal && <ApprovedTotal parts={parts} />}
      <DecisionCounts parts={parts} source={repairDecisions} />
    </>
  );
}

function NotNeeded() {
  const translate = useTranslate();
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
      {translate('repair.approval.notNeeded')}
    </Typography>
  );
}
