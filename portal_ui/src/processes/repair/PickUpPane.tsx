import { useTranslate } from 'ra-core';
import { useProcess } from '../../kernel/process/processContext';
import { CourierPane } from './CourierPane';
import { courierFieldsOf, PICK_UP_NEEDS } from './courier';
import { Shipped } from './Shipped';
import type { Repair } from './types';

const valuesOf = (record: Repair) => courierFieldsOf(record.pickUpShippingDetails);

/** Waiting for Pick Up: the service arranges the courier, then whoever hands the packages over says so. */
export default function PickUpPane() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  return (
    <CourierPane
      title={translate('repair.pickUp.title')}
      done={translate('repair.saved.pickUp')}
      action="save_pick_up"
      path="save/pick-up-shipping/data"
      needed={PICK_UP_NEEDS}
      withNote
      valuesOf={valuesOf}
      aside={<Shipped record={record} />}
    />
  );
}
