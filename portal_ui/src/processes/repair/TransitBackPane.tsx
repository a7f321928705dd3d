import { useTranslate } from 'ra-core';
import { CourierPane } from './CourierPane';
import { courierFieldsOf, TRANSIT_BACK_NEEDS } from './courier';
import type { Repair } from './types';

const valuesOf = (record: Repair) => courierFieldsOf(record.transitBackShippingDetails);

/** Transit Back: the courier who brings the units home. */
export default function TransitBackPane() {
  const translate = useTranslate();
  return (
    <CourierPane
      title={translate('repair.transitBack.title')}
      done={translate('repair.saved.transitBack')}
      action="save_transit_back"
      path="save/transit-back-shipping/data"
      needed={TRANSIT_BACK_NEEDS}
      withNote={false}
      valuesOf={valuesOf}
    />
  );
}
