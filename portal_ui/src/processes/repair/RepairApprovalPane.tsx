import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { exportPath } from '../../kernel/process/calls';
import type { Approval } from '../../kernel/process/decisions';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { requestComment } from '../../kernel/process/requestComment';
import { type UnitColumn, UnitTable } from '../../kernel/process/units/UnitTable';
import { useApprovals } from '../../kernel/process/useApprovals';
import { repairDecisions } from './approvals';
import { CostSum, Diagnosis, showsCosts } from './cells/Findings';
import { diagnosedParts } from './diagnostics';
import { commentOn } from './kind';
import type { Repair, RepairPart } from './types';
import { CellText, partId, UnitCardHead, UnitComment, UnitFiles, useUnitColumns, useUnitName } from './units';

const approvalOf = (part: RepairPart): Approval => part.repairApproval;
const needsApproval = (part: RepairPart): boolean => part.needsApproval;
const STEP = 'IN_REPAIR_APPROVAL';

/** Repair Approval: findings and costs, and whether each unit is worth its repair. */
export default function RepairApprovalPane() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const columnsOf = useUnitColumns();
  const canComment = useAction('comment') !== undefined;
  const parts = useMemo(() => diagnosedParts(record.repairParts), [record.repairParts]);
  const shows = useMemo(() => showsCosts(parts), [parts]);
  const open = useMemo(() => parts.filter(needsApproval), [parts]);
  const writeComment = canComment ? commentOn('request', record.id, STEP) : undefined;
  const approvals = useApprovals({
    action: 'repair_approval',
    rows: open,
    source: repairDecisions,
    approvalOf,
    nameOf,
  });
  const { cell } = approvals;
  const approval = useCallback(
    (part: RepairPart) =>
      part.needsApproval ? (
        cell(part)
      ) : (
        <Typography sx={{ color: 'text.tertiary' }}>{translate('repair.approval.notNeeded')}</Typography>
      ),
    [cell, translate],
  );
  const comment = useCallback(
    (part: RepairPart) => <UnitComment part={part} name={nameOf(part)} step={STEP} writable={canComment} />,
    [nameOf, canComment],
  );

  const columns = useMemo<UnitColumn<RepairPart>[]>(
    () => [
      { key: 'part', label: translate('repair.column.part'), width: 220, cell: (part) => <UnitCardHead part={part} /> },
      {
        key: 'findings',
        label: translate('repair.column.result'),
        cell: (part) => (
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
            <Diagnosis part={part} />
            {part.diagnosticInfo?.comment && <CellText>{part.diagnosticInfo.comment}</CellText>}
          </Box>
        ),
      },
      ...(shows.total
        ? [
            {
              key: 'costs',
              label: translate('repair.diagnostics.costs'),
              width: 176,
              cell: (part: RepairPart) => <CostSum part={part} />,
            },
          ]
        : []),
      ...columnsOf(['attachments']),
      { key: 'repairApproval', label: translate('repair.column.repairApproval'), width: 196, cell: approval },
      { key: 'comment', label: translate('repair.column.comment'), quiet: true, width: 56, cell: comment },
    ],
    [columnsOf, translate, shows, approval, comment],
  );

  const card = useCallback(
    (part: RepairPart) => (
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <UnitCardHead part={part} />
        <Diagnosis part={part} />
        {part.diagnosticInfo?.comment && <CellText>{part.diagnosticInfo.comment}</CellText>}
        {shows.total && <CostSum part={part} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {approval(part)}
          <UnitFiles part={part} name={nameOf(part)} inCard />
          {comment(part)}
        </Box>
      </Box>
    ),
    [approval, comment, nameOf, shows],
  );

  return (
    <>
      <PaneHead
        title={translate('repair.approval.title')}
        count={parts.length}
        exportPath={exportPath('repair-approval-tab')}
        exportQuery={{ repairId: record.id }}
      >
        {approvals.bulk}
      </PaneHead>
      <StepNote />
      <UnitTable
        label={translate('repair.approval.title')}
        rows={parts}
        columns={columns}
        card={card}
        rowId={partId}
        rowName={nameOf}
        rowHeight={76}
        cardHeight={230}
        marks={approvals.marks}
        canMark={needsApproval}
        minWidth={960}
      />
      <ActionBar
        waiting={approvals.busy}
        secondary={requestComment({ record, step: STEP, write: writeComment, translate })}
      />
    </>
  );
}
