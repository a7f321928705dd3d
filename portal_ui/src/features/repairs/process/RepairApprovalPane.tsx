import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Repair, RepairPart } from '../../../api/repairs';
import { useFormat } from '../../../core/i18n/format';
import { RequestCommentButton, RequestQuote } from '../../../core/process/CommentButton';
import { useAction, useProcess } from '../../../core/process/processContext';
import { useApprovals } from '../../../core/process/useApprovals';
import { getSavedTotal } from './diagnosticRows';
import { areCostsShown, CostSum, costsField, findingsColumn } from './Findings';
import { buildRepairComment, repairDecisions } from './repairUpdates';
import { UnitsPane } from './UnitsPane';
import {
  attachmentsColumn,
  commentColumn,
  hintedPartColumn,
  identityFields,
  shortProblemField,
  type UnitColumn,
  type UnitField,
  useIdentityWidth,
} from './unitColumns';
import { filterServicedParts } from './unitRows';

const STEP = 'IN_REPAIR_APPROVAL';
const needsApproval = (part: RepairPart): boolean => part.needsApproval;

/** Repair Approval: findings and costs, and whether each unit is worth its repair. */
export default function RepairApprovalPane() {
  const { record } = useProcess<Repair>();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const canComment = useAction('comment') !== undefined;
  const approvals = useApprovals({
    action: 'repair_approval',
    rows: useMemo(() => parts.filter(needsApproval), [parts]),
    source: repairDecisions,
  });
  const { canDecide, cell } = approvals;
  const showsTotal = areCostsShown(parts).total;

  const width = useIdentityWidth();
  const columns = useMemo<UnitColumn[]>(() => {
    const approval: UnitField = {
      key: 'repairApproval',
      width: 212,
      card: canDecide ? 'action' : 'status',
      cell: (unit, place) => (needsApproval(unit) ? cell(unit, place) : !unit.isMissing && <NotNeeded />),
    };
    return [
      { key: 'unit', minWidth: 208, stack: [hintedPartColumn, ...identityFields(width), shortProblemField] },
      findingsColumn,
      ...(showsTotal ? [costsField(CostSum, 208)] : []),
      attachmentsColumn,
      approval,
      commentColumn(STEP, canComment),
    ];
  }, [width, showsTotal, canComment, canDecide, cell]);

  return (
    <UnitsPane
      title="repair.approval.title"
      sheet="repair-approval-tab"
      rows={parts}
      columns={columns}
      estimatedHeights={{ row: 76, card: 230 }}
      selection={approvals.selection}
      canSelect={needsApproval}
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
          {showsTotal && <RequestTotal parts={parts} />}
        </>
      }
    />
  );
}

/** What all repairs that are asked for would cost, and what those that are approved do. */
function RequestTotal({ parts }: { parts: readonly RepairPart[] }) {
  const translate = useTranslate();
  const { money } = useFormat();
  const sum = (some: readonly RepairPart[]) => money(some.reduce((all, part) => all + (getSavedTotal(part) ?? 0), 0));
  const asked = parts.filter(needsApproval);
  const approved = asked.filter(({ repairApproval }) => repairApproval === 'APPROVED');
  return (
    <Typography className="tabular" sx={{ paddingInline: 2, paddingBottom: 1.5 }}>
      {translate('repair.approval.total', { total: sum(asked), approved: sum(approved) })}
    </Typography>
  );
}

function NotNeeded() {
  const translate = useTranslate();
  return <Typography sx={{ color: 'text.tertiary' }}>{translate('repair.approval.notNeeded')}</Typography>;
}
