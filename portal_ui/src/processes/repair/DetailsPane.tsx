import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import type { Approval } from '../../kernel/process/decisions';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { requestComment } from '../../kernel/process/requestComment';
import { useApprovals } from '../../kernel/process/useApprovals';
import type { Column } from '../../kernel/table/declaration';
import { initialDecisions } from './approvals';
import { commentOn } from './calls';
import type { Repair, RepairPart } from './types';
import { UnitsPane } from './UnitsPane';
import { useCommentColumn, useUnitColumns } from './units';

const STEP = 'NEW';
const approvalOf = (part: RepairPart): Approval => part.initialApproval;

/** Details: the units as the client described them, and the first approval. */
export default function DetailsPane() {
  const { record, step } = useProcess<Repair>();
  const translate = useTranslate();
  const { part, identity, problemDescription, attachments } = useUnitColumns();
  const canComment = useAction('comment') !== undefined;
  const comment = useCommentColumn(STEP, canComment);
  const approvals = useApprovals({
    action: 'initial_approval',
    rows: record.repairParts,
    source: initialDecisions,
    approvalOf,
  });
  const { canDecide, cell } = approvals;

  const columns = useMemo<Column<RepairPart>[]>(
    () => [
      part,
      identity,
      problemDescription,
      attachments,
      {
        key: 'initialApproval',
        label: translate('repair.column.initialApproval'),
        width: canDecide ? 212 : 176,
        card: canDecide ? 'action' : 'status',
        cell,
      },
      comment,
    ],
    [part, identity, problemDescription, attachments, comment, translate, canDecide, cell],
  );

  return (
    <UnitsPane
      title="repair.details.title"
      sheet="repair-detail-tab"
      rows={record.repairParts}
      columns={columns}
      heights={{ row: 64, card: 156 }}
      marks={approvals.marks}
      bulk={approvals.bulk}
    >
      <ActionBar
        waiting={approvals.busy}
        secondary={
          step.hides?.includes('initialApproval')
            ? null
            : requestComment({
                record,
                step: STEP,
                write: canComment ? commentOn('request', record.id, STEP) : undefined,
                translate,
              })
        }
      />
    </UnitsPane>
  );
}
