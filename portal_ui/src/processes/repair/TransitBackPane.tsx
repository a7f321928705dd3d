import { useTranslate } from 'ra-core';
import { CourierPane } from '../../kernel/process/shipping/CourierPane';
import { courierFieldsOf, TRACKED_NEEDS } from '../../shared/shipping/courier';
import { write } from './calls';
import type { Repair } from './types';

const valuesOf = (record: Repair) => courierFieldsOf(record.transitBackShippingDetails);

/** Transit Back: the courier who brings the units home. */
export default function TransitBackPane() {
  const translate = useTranslate();
  return (
    <CourierPane<Repair>
      title={translate('repair.transitBack.title')}
      done={translate('repair.saved.transitBack')}
      action="save_transit_back"
      write={(record, fields) => write(record, 'save/transit-back-shipping/data', fields)}
      needed={TRACKED_NEEDS}
      valuesOf={valuesOf}
    />
  );
}
