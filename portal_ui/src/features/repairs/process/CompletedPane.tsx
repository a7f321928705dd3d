import type { Repair } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import { RequestQuote } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { PaneBody, RejectedAlert, StepPane } from '../../../core/process/StepPane';
import { CourierView } from '../../shipping/CourierView';
import { DeliveryNote, isDeliveryAwaited } from '../../shipping/shippingPanes';
import { UnitOutcomes } from './UnitOutcomes';
import { RejectedUnits } from './unitColumns';
import { filterMissingParts } from './unitRows';
import { useUnitName } from './useUnitName';

/** Completed pane: expected delivery, the outcome of each unit and courier. */
export default function CompletedPane() {
  const { record } = useProcess<Repair>();
  const returnShipping = record.transitBackShippingDetails;
  const confirmBy = record.deliveryExpectedBy;
  return (
    <StepPane
      title="repair.completed.title"
      note={<DeliveryNote confirmBy={confirmBy} />}
      aside={
        returnShipping?.courierName && (
          <FormSection title="repair.courierBack">
            <CourierView values={returnShipping} columns={1} isDeliveryShown={isDeliveryAwaited(record, confirmBy)} />
          </FormSection>
        )
      }
    >
      <PaneBody>
        <UnitOutcomes parts={record.repairParts} />
      </PaneBody>
      <RequestQuote step="NEW" />
      <RejectedUnits title="repair.details.rejected" step="NEW" />
      <MissingUnits />
      <RejectedUnits title="repair.completed.refused" step="IN_REPAIR_APPROVAL" />
    </StepPane>
  );
}

/** Alert with the units that did not arrive at the service. */
function MissingUnits() {
  const { record } = useProcess<Repair>();
  const nameOf = useUnitName();
  const missing = filterMissingParts(record.repairParts).map((part) => ({ id: part.id, name: nameOf(part) }));
  return <RejectedAlert title="repair.completed.missing" rejected={missing} />;
}
