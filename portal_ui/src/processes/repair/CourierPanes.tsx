import { useTranslate } from 'ra-core';
import { useProcess } from '../../kernel/process/processContext';
import { CourierPane } from '../../kernel/process/shipping/CourierPane';
import { courierFieldsOf, TRACKED_NEEDS, UNTRACKED_NEEDS } from '../../shared/shipping/courier';
import { write } from './calls';
import { Shipped } from './Shipped';
import type { Repair } from './types';

const pickUpOf = (record: Repair) => courierFieldsOf(record.pickUpShippingDetails);
const transitBackOf = (record: Repair) => courierFieldsOf(record.transitBackShippingDetails);

/** Waiting for Pick Up: the service arranges the courier, then whoever hands the packages over says so. */
export function PickUpPane() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  return (
    <CourierPane<Repair>
      title={translate('repair.pickUp.title')}
      done={translate('repair.saved.pickUp')}
      action="save_pick_up"
      write={(repair, fields) => write(repair, 'save/pick-up-shipping/data', fields)}
      needed={UNTRACKED_NEEDS}
      withNote
      valuesOf={pickUpOf}
      aside={<Shipped record={record} />}
    />
  );
}

/** Transit Back: the courier who brings the units home. */
export function TransitBackPane() {
  const translate = useTranslate();
  return (
    <CourierPane<Repair>
      title={translate('repair.transitBack.title')}
      done={translate('repair.saved.transitBack')}
      action="save_transit_back"
      write={(repair, fields) => write(repair, 'save/transit-back-shipping/data', fields)}
      needed={TRACKED_NEEDS}
      valuesOf={transitBackOf}
    />
  );
}
