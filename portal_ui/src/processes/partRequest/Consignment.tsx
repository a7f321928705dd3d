import { useTranslate } from 'ra-core';
import { useMeta } from '../../server/meta';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { FormPart } from '../../shared/shipping/FormPart';
import { PartyLines } from '../../shared/shipping/ShippingView';
import type { PartRequest } from './types';

/** What is sent and to whom, beside the courier. */
export function Consignment({ record }: { record: PartRequest }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { contact, address } = record.onewayShipping;
  const sent = record.requestedParts.filter((item) => item.initialApproval === 'APPROVED');
  return (
    <FormPart title={translate('partRequest.consignment.title')}>
      <ReadFields columns={1}>
        <ReadField label={translate('partRequest.consignment.to')}>
          <PartyLines contact={contact} address={address} countries={choices.countries ?? []} />
        </ReadField>
        <ReadField label={translate('partRequest.consignment.items')}>
          {sent.map(({ partName, quantity }) => translate('partRequest.line', { name: partName, quantity })).join('\n')}
        </ReadField>
      </ReadFields>
    </FormPart>
  );
}
