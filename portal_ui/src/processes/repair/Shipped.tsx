import { useTranslate } from 'ra-core';
import { useMeta } from '../../server/meta';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { FormPart } from '../../shared/shipping/FormPart';
import { PackageLines, PartyLines } from '../../shared/shipping/ShippingView';
import type { Repair } from './types';

/** What is on its way: from where, in which packages, how many units. */
export function Shipped({ record }: { record: Repair }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { address, contact, packages } = record.pickUpShippingDetails;
  const rejected = record.repairParts.filter((part) => part.initialApproval === 'REJECTED').length;
  const sent = record.repairParts.length - rejected;
  return (
    <FormPart title={translate('repair.shipped.title')}>
      <ReadFields columns={1}>
        <ReadField label={translate('repair.shipped.from')}>
          <PartyLines contact={contact} address={address} countries={choices.countries ?? []} />
        </ReadField>
        <ReadField label={translate('shipping.packages')}>
          <PackageLines packages={packages} />
        </ReadField>
        <ReadField label={translate('repair.shipped.units')}>
          {rejected > 0
            ? translate('repair.shipped.someRejected', { sent, rejected })
            : translate('repair.shipped.all', { smart_count: sent })}
        </ReadField>
      </ReadFields>
    </FormPart>
  );
}
