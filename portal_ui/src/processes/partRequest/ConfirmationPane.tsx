import { useTranslate } from 'ra-core';
import { ActionBar } from '../../kernel/process/ActionBar';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useProcess } from '../../kernel/process/processContext';
import { DeliveryNote } from '../../kernel/process/shipping/DeliveryNote';
import { TwoColumns } from '../../kernel/process/TwoColumns';
import { FormPart } from '../../shared/shipping/FormPart';
import { CourierView } from '../../shared/shipping/ShippingView';
import { Consignment } from './Consignment';
import { Rejected } from './PartShippingPane';
import type { PartRequest } from './types';

/** Waiting confirmation: when the parts are expected, and the client's word that they are there. */
export default function ConfirmationPane() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  const { onewayShipping: shipping, deliveryExpectedBy } = record;
  const anySent = record.requestedParts.some((item) => item.initialApproval === 'APPROVED');
  return (
    <>
      <PaneHead title={translate('partRequest.confirmation.title')} />
      <StepNote>
        <DeliveryNote expected={shipping.estimateDeliveryDate} confirmBy={deliveryExpectedBy} />
      </StepNote>
      <Rejected record={record} words="partRequest.confirmation.rejected" />
      {anySent && (
        <TwoColumns aside={<Consignment record={record} />}>
          <FormPart title={translate('partRequest.courier')}>
            <CourierView values={shipping} />
          </FormPart>
        </TwoColumns>
      )}
      <ActionBar />
    </>
  );
}
