import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useRequestComment } from '../../kernel/process/CommentButton';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useApprovals } from '../../kernel/process/useApprovals';
import type { Column } from '../../kernel/table/declaration';
import { commentOn, repairDecisions } from './calls';
import { CostSum, showsCosts, useFindings } from './Findings';
import type { Repair, RepairPart } from './types';
import { UnitsPane } from './UnitsPane';
import { servicedParts } from './unitRows';
import { useCommentColumn, useUnitColumns } from './units';

const STEP = 'IN_REPAIR_APPROVAL';
const needsApproval = (part: RepairPart): boolean => part.needsApproval;

/** Repair Approval: findings and costs, and whether each unit is worth its repair. */
export default function RepairApprovalPane() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  const { part, identity, attachments } = useUnitColumns();
  const findings = useFindings();
  const canComment = useAction('comment') !== undefined;
  const comment = useCommentColumn(STEP, canComment);
  const approvals = useApprovals({
    action: 'repair_approval',
    rows: useMemo(() => parts.filter(needsApproval), [parts]),
    source: repairDecisions,
  });
  const { canDecide, cell } = approvals;
  const requestComment = useRequestComment(STEP, canComment ? commentOn('request', record.id, STEP) : undefined);
  const showsTotal = showsCosts(parts).total;

  const columns = useMemo<Column<RepairPart>[]>(
    () => [
      { key: 'unit', minWidth: 208, stack: [part, ...identity.stack] },
      { key: 'findings', minWidth: 180, stack: [findings.result, findings.comment] },
      ...(showsTotal
        ? [
            {
              key: 'costs',
              label: translate('repair.diagnostics.costs'),
              width: 168,
              card: 'wide' as const,
              isEmpty: ({ diagnosticInfo }: RepairPart) => !diagnosticInfo?.status,
              cell: (unit: RepairPart) => <CostSum part={unit} />,
            },
          ]
        : []),
      attachments,
      {
        key: 'repairApproval',
        label: translate('repair.column.repairApproval'),
        width: 212,
        card: canDecide ? 'action' : 'status',
        cell: (unit, place) =>
          needsApproval(unit) ? (
            cell(unit, place)
          ) : (
            <Typography sx={{ color: 'text.tertiary' }}>{translate('repair.approval.notNeeded')}</Typography>
          ),
      },
      comment,
    ],
    [part, identity, attachments, comment, findings, translate, showsTotal, canDecide, cell],
  );

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
