import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { ApprovalBulk } from '../../kernel/process/ApprovalBulk';
import { ApprovalChip, ApprovalToggle } from '../../kernel/process/ApprovalToggle';
import type { Approval } from '../../kernel/process/decisions';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { type UnitColumn, UnitTable } from '../../kernel/process/units/UnitTable';
import { useMarks } from '../../kernel/process/units/useMarks';
import { useDecisions } from '../../kernel/process/useDecisions';
import { initialDecisions } from './approvals';
import { exportPath } from './kind';
import { requestComment } from './requestComment';
import type { Repair, RepairPart } from './types';
import { CellText, partId, UnitCardHead, UnitComment, UnitFiles, useUnitColumns, useUnitName } from './units';

const approvalOf = (part: RepairPart): Approval => part.initialApproval;

/** Details: the units as the client described them, and the first approval. */
export default function DetailsPane() {
  const { record, step } = useProcess<Repair>();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const columnsOf = useUnitColumns();
  const parts = record.repairParts;
  const canDecide = useAction('initial_approval') !== undefined;
  const canComment = useAction('comment') !== undefined;
  const showsApproval = !step.hides?.includes('initialApproval');
  const { decide, busy } = useDecisions(initialDecisions);
  const marks = useMarks(useMemo(() => parts.map(partId), [parts]));
  const one = useCallback((id: number, status: Approval) => decide([{ id, status }]), [decide]);

  const approval = useCallback(
    (part: RepairPart) =>
      canDecide ? (
        <ApprovalToggle id={part.id} value={part.initialApproval} name={nameOf(part)} onDecide={one} />
      ) : (
        <ApprovalChip value={part.initialApproval} />
      ),
    [canDecide, nameOf, one],
  );
  const comment = useCallback(
    (part: RepairPart) => <UnitComment {...{ part }} name={nameOf(part)} step="NEW" writable={canComment} />,
    [nameOf, canComment],
  );

  const columns = useMemo<UnitColumn<RepairPart>[]>(() => {
    const shared = columnsOf(['part', 'serialNumber', 'serviceTag', 'problemDescription', 'attachments']);
    const approvals: UnitColumn<RepairPart>[] = [
      {
        key: 'initialApproval',
        label: translate('repair.column.initialApproval'),
        width: canDecide ? 200 : 180,
        cell: approval,
      },
      { key: 'comment', label: translate('repair.column.comment'), quiet: true, width: 60, cell: comment },
    ];
    return showsApproval ? [...shared, ...approvals] : shared;
  }, [columnsOf, translate, approval, comment, canDecide, showsApproval]);

  const card = useCallback(
    (part: RepairPart) => (
      <>
        <UnitCardHead part={part} />
        <Box sx={{ marginBlock: 1 }}>
          <CellText>{part.problemDescription}</CellText>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {showsApproval && approval(part)}
          <UnitFiles part={part} name={nameOf(part)} />
          {showsApproval && comment(part)}
        </Box>
      </>
    ),
    [approval, comment, nameOf, showsApproval],
  );

  return (
    <>
      <PaneHead
        title={translate('repair.details.title')}
        count={parts.length}
        exportPath={exportPath('repair-detail-tab')}
        exportQuery={{ repairId: record.id }}
      >
        {canDecide && (
          <ApprovalBulk rows={parts} idOf={partId} approvalOf={approvalOf} marks={marks} onDecide={decide} />
        )}
      </PaneHead>
      <StepNote />
      <UnitTable
        label={translate('repair.details.title')}
        rows={parts}
        columns={columns}
        card={card}
        rowId={partId}
        rowName={nameOf}
        rowHeight={64}
        cardHeight={156}
        marks={canDecide ? marks : undefined}
        minWidth={940}
      />
      <ActionBar
        waiting={busy}
        secondary={showsApproval ? requestComment({ record, step: 'NEW', writable: canComment, translate }) : null}
      />
    </>
  );
}
