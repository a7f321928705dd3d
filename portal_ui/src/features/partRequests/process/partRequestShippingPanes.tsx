import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import type { PartRequest, RequestedPart } from '../../../api/partRequests';
import { FormSection } from '../../../core/forms/FormSection';
import { ReadField, ReadFields } from '../../../core/forms/inputs/ReadField';
import { useAction, useEditing, useProcess } from '../../../core/process/processContext';
import { PaneBody, RejectedAlert, StepPane } from '../../../core/process/StepPane';
import { useDeleteRequest } from '../../../core/process/transitions';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { ConfirmOnSecondClickButton } from '../../../core/ui/ConfirmOnSecondClickButton';
import { lazyPart } from '../../../core/ui/lazyPart';
import { PartLabel, PartLabelList } from '../../parts/PartLabel';
import { CourierView } from '../../shipping/CourierView';
import { PartyLines } from '../../shipping/PartyFields';
import {
  CourierPane,
  countInvalidFields,
  isDeliveryAwaited,
  ShippingPane,
  useDeliveryNote,
} from '../../shipping/shippingPanes';
import { type PartyForm, toCourierFields, toPartyForm } from '../../shipping/shippingValues';
import { buildPartRequestUpdate, PART_REQUEST_COMMENT_STEP } from './partRequestUpdates';

/** Shipping tab: destination, rejected parts, and deletion of the request. */
export function PartShippingPane() {
  const { write: removal, options } = useDeleteRequest();
  const { run } = useProcessUpdater();
  const remove = useAction('delete');
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const rejectedCount = filterItems(record, 'REJECTED').length;
  const { editing } = useEditing('save_shipping');
  return (
    <ShippingPane<PartRequest, PartyForm>
      getParty={(request) => request.onewayShipping}
      getValues={(request) => toPartyForm(request.onewayShipping)}
      write={(_, values) => buildPartRequestUpdate('saveShipping', values)}
      toFormPath={(path) => (/^(contact|address)\./.test(path) ? path : null)}
      getMissing={countInvalidFields}
      successMessage="partRequest.saved.shipping"
      aside={
        <>
          {editing && <Rejected />}
          <SentItems />
          {!editing && <Rejected isQuiet />}
        </>
      }
      asideSummary={
        rejectedCount > 0
          ? {
              text: translate('partRequest.shipping.rejectedCount', { smart_count: rejectedCount }),
              isWarning: editing,
            }
          : {
              text: translate('partRequest.list.parts', { smart_count: record.requestedParts.length }),
              isWarning: false,
            }
      }
      secondary={
        remove && (
          <ConfirmOnSecondClickButton
            label={remove.label}
            color="error"
            variant="outlined"
            startIcon={<DeleteIcon />}
            onConfirm={() => void run(removal, options)}
          />
        )
      }
    />
  );
}

const PackingSection = lazyPart(() => import('./PackingSection'), {
  fallback: <Skeleton variant="rounded" height={80} />,
});

/** Items to send and, for the sender, packages and shipping documents. */
function Sent() {
  const { record } = useProcess<PartRequest>();
  return (
    <>
      <Consignment />
      <SentItems />
      {record.packing && <PackingSection />}
    </>
  );
}

/** Transport tab: courier of the parts; all four fields are required. */
export function TransportPane() {
  return (
    <CourierPane<PartRequest>
      title="partRequest.transport.title"
      sectionTitle="shipping.transport"
      successMessage="partRequest.saved.transport"
      action="save_transport"
      write={(_, fields) => buildPartRequestUpdate('saveTransport', fields)}
      getValues={(request) => toCourierFields(request.onewayShipping)}
      aside={<Sent />}
    />
  );
}

/** Confirmation tab: expected delivery, and confirmation by the client. */
export function ConfirmationPane() {
  const { record } = useProcess<PartRequest>();
  const { onewayShipping: shipping, deliveryExpectedBy: confirmBy } = record;
  const isSent = filterItems(record, 'APPROVED').length > 0;
  return (
    <StepPane
      title="partRequest.confirmation.title"
      summary={useDeliveryNote(confirmBy)}
      aside={isSent && <Consignment />}
    >
      {isSent ? (
        <PaneBody>
          <Box sx={{ display: 'grid', gap: 3 }}>
            <CourierView values={shipping} isDeliveryShown={isDeliveryAwaited(record, confirmBy)} />
            <SentItems />
            <Rejected isQuiet />
          </Box>
        </PaneBody>
      ) : (
        <Rejected />
      )}
    </StepPane>
  );
}

const filterItems = (record: PartRequest, approval: RequestedPart['initialApproval']): RequestedPart[] =>
  record.requestedParts.filter((item) => item.initialApproval === approval);

/** Rejected items: an alert, or plain text if there is nothing to do about them. */
function Rejected({ isQuiet = false }: { isQuiet?: boolean }) {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  return (
    <RejectedAlert
      isQuiet={isQuiet}
      title="partRequest.confirmation.rejected"
      rejected={filterItems(record, 'REJECTED').map(({ id, imageUrl, partName, quantity, approvalComments }) => ({
        id,
        label: (
          <PartLabel
            plain
            imageUrl={imageUrl}
            name={partName}
            secondary={translate('partRequest.consignment.quantity', { quantity })}
          />
        ),
        reason: approvalComments?.[PART_REQUEST_COMMENT_STEP]?.text,
        name: translate('partRequest.line', { name: partName, quantity }),
      }))}
    />
  );
}

/** Recipient, next to the courier. */
function Consignment() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const { contact, address } = record.onewayShipping;
  return (
    <FormSection title="partRequest.consignment.title">
      <ReadFields columns={1}>
        <ReadField label={translate('partRequest.consignment.to')}>
          <PartyLines contact={contact} address={address} />
        </ReadField>
      </ReadFields>
    </FormSection>
  );
}

/** Approved items, with their quantities. */
function SentItems() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const items = filterItems(record, 'APPROVED');
  return (
    <FormSection title="partRequest.consignment.items" count={items.length}>
      <PartLabelList
        parts={items.map(({ id, imageUrl, partName, quantity }) => ({
          id,
          imageUrl,
          name: partName,
          secondary: translate('partRequest.consignment.quantity', { quantity }),
        }))}
      />
    </FormSection>
  );
}
