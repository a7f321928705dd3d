import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useMemo } from 'react';
import { AttachmentsButton } from '../../kernel/files/AttachmentsButton';
import { ActionBar } from '../../kernel/process/ActionBar';
import { CommentButton } from '../../kernel/process/CommentButton';
import { exportPath } from '../../kernel/process/calls';
import type { Approval } from '../../kernel/process/decisions';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { requestComment } from '../../kernel/process/requestComment';
import { type UnitColumn, UnitTable } from '../../kernel/process/units/UnitTable';
import { useApprovals } from '../../kernel/process/useApprovals';
import { RouterLink, usePath } from '../../shared/links';
import { AddToCatalogue } from './AddToCatalogue';
import { ItemLabel } from './ItemLabel';
import { COMMENTED, commentOn, itemDecisions } from './kind';
import type { PartRequest, RequestedPart } from './types';

const itemId = (item: RequestedPart): number => item.id;
const itemName = (item: RequestedPart): string => item.partName;
/** Not in the catalogue yet. */
const isProposed = (item: RequestedPart): boolean => item.partId === null;
const approvalOf = (item: RequestedPart): Approval => item.initialApproval;

/** Details: what is asked for, and the approval of each item. */
export default function DetailsPane() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const items = record.requestedParts;
  const canComment = useAction('comment') !== undefined;
  const showsComments = canComment || items.some(({ approvalComments }) => approvalComments);
  const canSetPart = useAction('item_part')?.enabled === true;
  const anyToAdd = canSetPart && items.some(isProposed);
  const anyPictures = items.some(({ images }) => images.length > 0);
  const approvals = useApprovals<PartRequest, RequestedPart>({
    action: 'initial_approval',
    rows: items,
    source: itemDecisions,
    approvalOf,
    nameOf: itemName,
  });
  const { canDecide, cell: approval } = approvals;

  const comment = useCallback(
    (item: RequestedPart) => (
      <CommentButton
        title={translate('process.comment.ofUnit', { name: item.partName })}
        comment={item.approvalComments?.[COMMENTED]}
        write={canComment ? commentOn('item', item.id) : undefined}
      />
    ),
    [canComment, translate],
  );

  const columns = useMemo<UnitColumn<RequestedPart>[]>(
    () => [
      { key: 'part', label: translate('partRequest.column.part'), cell: (item) => <ItemLabel item={item} /> },
      ...(anyPictures
        ? [
            {
              key: 'images',
              label: translate('partRequest.column.pictures'),
              width: 112,
              cell: (item: RequestedPart) =>
                item.images.length > 0 && <AttachmentsButton files={item.images} of={item.partName} />,
            },
          ]
        : []),
      ...(anyToAdd
        ? [
            {
              key: 'catalogue',
              label: translate('partRequest.catalogue.title'),
              width: 168,
              cell: (item: RequestedPart) => isProposed(item) && <AddToCatalogue item={item} />,
            },
          ]
        : []),
      {
        key: 'quantity',
        label: <Aside>{translate('partRequest.column.quantity')}</Aside>,
        width: 124,
        align: 'end',
        cell: (item) => <Aside>{item.quantity}</Aside>,
      },
      {
        key: 'initialApproval',
        label: translate('partRequest.column.initialApproval'),
        width: canDecide ? 200 : 180,
        cell: approval,
      },
      ...(showsComments
        ? [{ key: 'comment', label: translate('partRequest.column.comment'), quiet: true, width: 60, cell: comment }]
        : []),
    ],
    [translate, anyPictures, anyToAdd, canDecide, approval, showsComments, comment],
  );

  const card = useCallback(
    (item: RequestedPart) => (
      <>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between', marginBottom: 1 }}>
          <ItemLabel item={item} />
          <Typography className="tabular" sx={{ fontWeight: 'fontWeightBold', whiteSpace: 'nowrap' }}>
            {translate('partRequest.times', { quantity: item.quantity })}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {approval(item)}
          {item.images.length > 0 && <AttachmentsButton files={item.images} of={item.partName} />}
          {anyToAdd && isProposed(item) && <AddToCatalogue item={item} />}
          {showsComments && comment(item)}
        </Box>
      </>
    ),
    [approval, comment, showsComments, anyToAdd, translate],
  );

  return (
    <>
      <PaneHead
        title={translate('partRequest.details.title')}
        count={items.length}
        exportPath={exportPath('part-request-detail-tab')}
        exportQuery={{ partRequestId: record.id }}
      >
        {approvals.bulk}
      </PaneHead>
      <StepNote />
      <UnitTable
        label={translate('partRequest.details.title')}
        rows={items}
        columns={columns}
        card={card}
        rowId={itemId}
        rowName={itemName}
        rowHeight={64}
        cardHeight={120}
        marks={approvals.marks}
        minWidth={720}
      />
      <ActionBar
        waiting={approvals.busy}
        secondary={
          <>
            <AddItemsButton />
            {requestComment({
              record,
              step: COMMENTED,
              write: canComment ? commentOn('request', record.id) : undefined,
              translate,
            })}
          </>
        }
      />
    </>
  );
}

/** A number that keeps its distance from the column after it. */
function Aside({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ paddingRight: 3 }}>
      {children}
    </Box>
  );
}

/** Leads the client to the form that adds items, as long as the server offers it. */
function AddItemsButton() {
  const { record } = useProcess<PartRequest>();
  const path = usePath();
  const action = useAction('add_items');
  if (!action?.enabled) return null;
  return (
    <Button component={RouterLink} to={path(`part-request/new?to=${record.id}`)} startIcon={<AddIcon />} size="large">
      {action.label}
    </Button>
  );
}
