import { useTranslate } from 'ra-core';
import { useProcess } from '../../kernel/process/processContext';
import { CourierPane } from '../../kernel/process/shipping/CourierPane';
import { courierFieldsOf, TRACKED_NEEDS } from '../../shared/shipping/courier';
import { Consignment } from './Consignment';
import { write } from './calls';
import type { PartRequest } from './types';

const valuesOf = (record: PartRequest) => courierFieldsOf(record.onewayShipping);

/** Transport arrangement: the courier who brings the parts; all four fields are needed. */
export default function TransportPane() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  return (
    <CourierPane<PartRequest>
      title={translate('partRequest.transport.title')}
      done={translate('partRequest.saved.transport')}
      action="save_transport"
      write={(request, fields) => write(request, 'transport-arrangement', fields)}
      needed={TRACKED_NEEDS}
      valuesOf={valuesOf}
      aside={<Consignment record={record} />}
    />
  );
}
