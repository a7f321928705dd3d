import { useTranslate } from 'ra-core';
import { useProcess } from '../../kernel/process/processContext';
import { CourierPane } from '../../kernel/process/shipping/CourierPane';
import { courierFieldsOf, UNTRACKED_NEEDS } from '../../shared/shipping/courier';
import { write } from './calls';
import { Shipped } from './Shipped';
import type { Repair } from './types';

const valuesOf = (record: Repair) => courierFieldsOf(record.pickUpShippingDetails);

/** Waiting for Pick Up: the service arranges the courier, then whoever hands the packages over says so. */
export default function PickUpPane() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  return (
    <CourierPane<Repair>
      title={translate('repair.pickUp.title')}
      done={translate('repair.saved.pickUp')}
      action="save_pick_up"
      write={(record, fields) => write(record, 'save/pick-up-shipping/data', fields)}
      needed={UNTRACKED_NEEDS}
      withNote
      valuesOf={valuesOf}
      aside={<Shipped record={record} />}
    />
  );
}
