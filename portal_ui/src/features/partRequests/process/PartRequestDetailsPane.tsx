import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { PartRequest, RequestedPart } from '../../../api/partRequests';
import { AttachmentsButton } from '../../../core/files/AttachmentsButton';
import { CommentButton, RequestCommentButton, RequestQuote } from '../../../core/process/CommentButton';
import { useAction, useProcess } from '../../../core/process/processContext';
import { buildExportUrl } from '../../../core/process/requestUpdates';
import { StepPane } from '../../../core/process/StepPane';
import { useApprovals } from '../../../core/process/useApprovals';
import { RouterLink, useLocalizedPath } from '../../../core/routing/links';
import { RequestTable } from '../../../core/tables/Table';
import type { Column } from '../../../core/tables/tableTypes';
import { PartLabel } from '../../parts/PartLabel';
import { AddToCatalog } from './AddToCatalog';
import { buildPartRequestComment, itemDecisions, PART_REQUEST_COMMENT_STEP } from './partRequestUpdates';

const getColumnKey = (key: string): string => `partRequest.column.${key}`;
const getItemId = (item: RequestedPart): number => item.id;
const getItemName = (item: RequestedPart): string => item.partName;
/** Return whether an item is not in the catalog yet. */
const isProposed = (item: RequestedPart): boolean => item.partId === null;

/** Details tab: requested items and their initial approval. */
export default function PartRequestDetailsPane() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const items = record.requestedParts;
  const canComment = useAction('comment') !== undefined;
  const showsComments = canComment || items.some(({ approvalComments }) => approvalComments);
  const path = useLocalizedPath();
  const addItems = useAction('add_items');
  const canSetPart = useAction('item_part')?.enabled === true;
  const hasProposed = canSetPart && items.some(isProposed);
  const hasImages = items.some(({ images }) => images.length > 0);
  const approvals = useApprovals<PartRequest, RequestedPart>({
    action: 'initial_approval',
    rows: items,
    source: itemDecisions,
  });
  const { canDecide, cell: approval } = approvals;

  const columns = useMemo<Column<RequestedPart>[]>(() => {
    const images: Column<RequestedPart> = {
      key: 'pictures',
      width: 112,
      card: 'action',
      isEmpty: (item) => item.images.length === 0,
      cell: (item, { name }) => <AttachmentsButton files={item.images} ownerName={name} />,
    };
    const catalog: Column<RequestedPart> = {
      key: 'catalogue',
      label: 'partRequest.catalogue.title',
      width: 168,
      card: 'action',
      cell: (item) => isProposed(item) && <AddToCatalog item={item} />,
    };
    const comment: Column<RequestedPart> = {
      key: 'comment',
      hideHeader: true,
      width: 60,
      card: 'action',
      cell: (item, { name }) => (
        <CommentButton
          title={translate('process.comment.ofUnit', { name })}
          comment={item.approvalComments?.[PART_REQUEST_COMMENT_STEP]}
          write={canComment ? buildPartRequestComment('item', item.id) : undefined}
        />
      ),
    };
    return [
      { key: 'part', card: 'title', cell: (item) => <ItemLabel item={item} /> },
      ...(hasImages ? [images] : []),
      ...(hasProposed ? [catalog] : []),
      { key: 'quantity', width: 96, align: 'end', cell: (item) => item.quantity },
      {
        key: 'initialApproval',
        width: canDecide ? 228 : 204,
        card: canDecide ? 'action' : 'status',
        cell: approval,
      },
      ...(showsComments ? [comment] : []),
    ];
  }, [translate, hasImages, hasProposed, canDecide, approval, showsComments, canComment]);

  return (
    <StepPane
      title="partRequest.details.title"
      count={items.length}
      sheet={{ path: buildExportUrl('part-request-detail-tab'), query: { partRequestId: record.id } }}
      actions={approvals.bulk}
      bar={{
        waiting: approvals.busy,
        secondary: addItems ? (
          <Button component={RouterLink} to={path(`part-request/new?to=${record.id}`)} startIcon={<AddIcon />}>
            {addItems.label}
          </Button>
        ) : (
          canComment && (
            <RequestCommentButton
              step={PART_REQUEST_COMMENT_STEP}
              write={buildPartRequestComment('request', record.id)}
            />
          )
        ),
      }}
    >
      <RequestQuote step={PART_REQUEST_COMMENT_STEP} />
      <RequestTable
        label={translate('partRequest.details.title')}
        rows={items}
        columns={columns}
        labelKey={getColumnKey}
        rowId={getItemId}
        rowName={getItemName}
        estimatedHeights={{ row: 64, card: 120 }}
        selection={approvals.selection}
      />
    </StepPane>
  );
}

/** Image, name and category of an item; a proposed item has no category. */
function ItemLabel({ item }: { item: RequestedPart }) {
  const translate = useTranslate();
  const secondary = item.category?.name ?? translate('partRequest.proposed');
  return <PartLabel imageUrl={item.imageUrl} name={item.partName} secondary={secondary} />;
}
