import { useTranslate } from 'ra-core';
import { useProcess } from '../../kernel/process/processContext';
import { RejectedNote } from '../../kernel/process/RejectedNote';
import { ShippingPane } from '../../kernel/process/shipping/ShippingPane';
import { useMeta } from '../../server/meta';
import { FormPart } from '../../shared/shipping/FormPart';
import { PackagesForm } from '../../shared/shipping/PackagesForm';
import { PackageLines } from '../../shared/shipping/ShippingView';
import { write } from './calls';
import { type ShippingForm, shippingBodyOf, shippingFormOf, shippingProblems, toShippingPath } from './shippingForm';
import type { Repair } from './types';
import { useUnitName } from './units';

const partyOf = (record: Repair) => record.pickUpShippingDetails;

/** Shipping Details: who sends, from where, in which packages; and what must not be sent. */
export default function ShippingDetailsPane() {
  const { record } = useProcess<Repair>();
  const { limits } = useMeta();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const rejected = record.repairParts.filter((part) => part.initialApproval === 'REJECTED');
  return (
    <ShippingPane<Repair, ShippingForm>
      partyOf={partyOf}
      valuesOf={shippingFormOf}
      problemsOf={shippingProblems}
      write={(repair, values) => write(repair, 'save/shipping/data', shippingBodyOf(values))}
      toFormPath={toShippingPath}
      instruction={translate('repair.shipping.instruction')}
      incomplete={translate('repair.shipping.incomplete')}
      done={translate('repair.saved.shipping')}
      warning={
        <RejectedNote
          title={translate('repair.shipping.rejected', { smart_count: rejected.length })}
          rejected={rejected.map((part) => ({ id: part.id, name: nameOf(part) }))}
        />
      }
      fields={<PackagesForm limit={limits.packages} />}
      reading={
        <FormPart title={translate('shipping.packages')}>
          <PackageLines packages={record.pickUpShippingDetails.packages} />
        </FormPart>
      }
    />
  );
}
