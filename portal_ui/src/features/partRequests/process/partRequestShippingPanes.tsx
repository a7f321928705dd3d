import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import type { PartRequest } from '../../../api/partRequests';
import { FormSection } from '../../../core/forms/FormSection';
import { ReadField, ReadFields } from '../../../core/forms/inputs/ReadField';
import { useAction, useProcess } from '../../../core/process/processContext';
import { RejectedAlert, StepPane, TwoColumns } from '../../../core/process/StepPane';
import { useDeleteRequest } from '../../../core/process/transitions';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { ConfirmOnSecondClickButton } from '../../../core/ui/ConfirmOnSecondClickButton';
import { lazyPart } from '../../../core/ui/lazyPart';
import { CourierView } from '../../shipping/CourierView';
import { PartyLines } from '../../shipping/PartyFields';
import { CourierPane, DeliveryAlert, ShippingPane } from '../../shipping/shippingPanes';
import { type PartyForm, toCourierFields, toPartyForm } from '../../shipping/shippingValues';
import { buildPartRequestUpdate, PART_REQUEST_COMMENT_STEP } from './partRequestUpdates';

/** Shipping tab: destination, rejected parts, and deletion of the request. */
export function PartShippingPane() {
  const { write: removal, options } = useDeleteRequest();
  const { run } = useProcessUpdater();
  const remove = useAction('delete');
  return (
    <ShippingPane<PartRequest, PartyForm>
      getParty={(request) => request.onewayShipping}
      getValues={(request) => toPartyForm(request.onewayShipping)}
      write={(_, values) => buildPartRequestUpdate('saveShipping', values)}
      toFormPath={(path) => (/^(contact|address)\./.test(path) ? path : null)}
      incomplete="partRequest.shipping.incomplete"
      successMessage="partRequest.saved.shipping"
      warning={<Rejected title="partRequest.confirmation.rejected" />}
      secondary={
        remove && (
          <ConfirmOnSecondClickButton
            label={remove.label}
            color="error"
            variant="outlined"
            size="large"
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
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Consignment />
      {record.packing && <PackingSection />}
    </Box>
  );
}

/** Transport tab: courier of the parts; all four fields are required. */
export function TransportPane() {
  return (
    <CourierPane<PartRequest>
      title="partRequest.transport.title"
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
  const { onewayShipping: shipping, deliveryExpectedBy } = record;
  return (
    <StepPane
      title="partRequest.confirmation.title"
      note={<DeliveryAlert expected={shipping.estimateDeliveryDate} confirmBy={deliveryExpectedBy} />}
    >
      <Rejected title="partRequest.confirmation.rejected" />
      {record.requestedParts.some((item) => item.initialApproval === 'APPROVED') && (
        <TwoColumns aside={<Consignment />}>
          <FormSection title="partRequest.courier">
            <CourierView values={shipping} />
          </FormSection>
        </TwoColumns>
      )}
    </StepPane>
  );
}

/** Alert with the rejected items; `title` is a translation key. */
function Rejected({ title }: { title: string }) {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const rejected = record.requestedParts.filter((item) => item.initialApproval === 'REJECTED');
  return (
    <RejectedAlert
      title={title}
      rejected={rejected.map(({ id, partName, quantity, approvalComments }) => ({
        id,
        reason: approvalComments?.[PART_REQUEST_COMMENT_STEP]?.text,
        name: translate('partRequest.line', { name: partName, quantity }),
      }))}
    />
  );
}

/** Recipient and approved items, next to the courier. */
function Consignment() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const { contact, address } = record.onewayShipping;
  const sent = record.requestedParts.filter((item) => item.initialApproval === 'APPROVED');
  return (
    <FormSection title="partRequest.consignment.title">
      <ReadFields columns={1}>
        <ReadField label={translate('partRequest.consignment.to')}>
          <PartyLines contact={contact} address={address} />
        </ReadField>
        <ReadField label={translate('partRequest.consignment.items')}>
          {sent.map(({ partName, quantity }) => translate('partRequest.line', { name: partName, quantity })).join('\n')}
        </ReadField>
      </ReadFields>
    </FormSection>
  );
}
