import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useRequestComment } from '../../kernel/process/CommentButton';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useApprovals } from '../../kernel/process/useApprovals';
import type { Column } from '../../kernel/table/declaration';
import { commentOn, initialDecisions } from './calls';
import type { Repair, RepairPart } from './types';
import { UnitsPane } from './UnitsPane';
import { useCommentColumn, useUnitColumns } from './units';

const STEP = 'NEW';

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
  });
  const { canDecide, cell } = approvals;
  const requestComment = useRequestComment(STEP, canComment ? commentOn('request', record.id, STEP) : undefined);

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
      bar={{ waiting: approvals.busy, secondary: step.hides?.includes('initialApproval') ? null : requestComment }}
    />
  );
}
