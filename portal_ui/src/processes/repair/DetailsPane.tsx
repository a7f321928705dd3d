import Box from '@mui/material/Box';
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
import { initialDecisions } from './approvals';
import { commentOn } from './kind';
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
  const canComment = useAction('comment') !== undefined;
  const showsApproval = !step.hides?.includes('initialApproval');
  const writeComment = canComment ? commentOn('request', record.id, 'NEW') : undefined;
  const approvals = useApprovals({
    action: 'initial_approval',
    rows: parts,
    source: initialDecisions,
    approvalOf,
    nameOf,
  });
  const { canDecide, cell: approval } = approvals;
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
        width: canDecide ? 198 : 176,
        cell: approval,
      },
      { key: 'comment', label: translate('repair.column.comment'), quiet: true, width: 52, cell: comment },
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
          <UnitFiles part={part} name={nameOf(part)} inCard />
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
        {approvals.bulk}
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
        marks={approvals.marks}
        minWidth={940}
      />
      <ActionBar
        waiting={approvals.busy}
        secondary={showsApproval ? requestComment({ record, step: 'NEW', write: writeComment, translate }) : null}
      />
    </>
  );
}
