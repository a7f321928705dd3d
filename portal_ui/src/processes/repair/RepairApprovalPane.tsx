import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useRequestComment } from '../../kernel/process/CommentButton';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useApprovals } from '../../kernel/process/useApprovals';
import { commentOn, repairDecisions } from './calls';
import { CostSum, findingsColumn, showsCosts } from './Findings';
import type { Repair, RepairPart } from './types';
import { UnitsPane } from './UnitsPane';
import { servicedParts } from './unitRows';
import {
  attachmentsColumn,
  commentColumn,
  identityFields,
  partColumn,
  type UnitColumn,
  type UnitField,
  useIdentityWidth,
} from './units';

const STEP = 'IN_REPAIR_APPROVAL';
const needsApproval = (part: RepairPart): boolean => part.needsApproval;

/** Repair Approval: findings and costs, and whether each unit is worth its repair. */
export default function RepairApprovalPane() {
  const { record } = useProcess<Repair>();
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  const canComment = useAction('comment') !== undefined;
  const approvals = useApprovals({
    action: 'repair_approval',
    rows: useMemo(() => parts.filter(needsApproval), [parts]),
    source: repairDecisions,
  });
  const { canDecide, cell } = approvals;
  const requestComment = useRequestComment(STEP, canComment ? commentOn('request', record.id, STEP) : undefined);
  const showsTotal = showsCosts(parts).total;

  const width = useIdentityWidth();
  const columns = useMemo<UnitColumn[]>(() => {
    const costs: UnitField = {
      key: 'costs',
      label: 'repair.diagnostics.costs',
      width: 168,
      card: 'wide',
      isEmpty: ({ diagnosticInfo }) => !diagnosticInfo?.status,
      cell: (unit) => <CostSum part={unit} />,
    };
    const approval: UnitField = {
      key: 'repairApproval',
      width: 212,
      card: canDecide ? 'action' : 'status',
      cell: (unit, place) => (needsApproval(unit) ? cell(unit, place) : <NotNeeded />),
    };
    return [
      { key: 'unit', minWidth: 208, stack: [partColumn, ...identityFields(width)] },
      findingsColumn,
      ...(showsTotal ? [costs] : []),
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
      heights={{ row: 76, card: 230 }}
      marks={approvals.marks}
      canMark={needsApproval}
      bulk={approvals.bulk}
      bar={{ waiting: approvals.busy, secondary: requestComment }}
    />
  );
}

function NotNeeded() {
  const translate = useTranslate();
  return <Typography sx={{ color: 'text.tertiary' }}>{translate('repair.approval.notNeeded')}</Typography>;
}
