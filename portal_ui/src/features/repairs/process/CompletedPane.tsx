import type { Repair } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import { RequestQuote } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { PaneBody, RejectedAlert, StepPane } from '../../../core/process/StepPane';
import { CourierView } from '../../shipping/CourierView';
import { isDeliveryAwaited, useDeliveryNote } from '../../shipping/shippingPanes';
import { isCollapsible, UnitOutcomes, useOutcomeCounts } from './UnitOutcomes';
import { RejectedUnits } from './unitColumns';
import { filterMissingParts } from './unitRows';
import { useUnitName } from './useUnitName';

/** Completed pane: end of the confirmation window, the outcome of each unit and courier. */
export default function CompletedPane() {
  const { record } = useProcess<Repair>();
  const { repairParts: parts } = record;
  const returnShipping = record.transitBackShippingDetails;
  const confirmBy = record.deliveryExpectedBy;
  const counts = useOutcomeCounts(parts);
  const summary = [!isCollapsible(parts) && counts, useDeliveryNote(confirmBy)].filter(Boolean).join(' · ');
  return (
    <StepPane
      title="repair.completed.title"
      summary={summary}
      aside={
        returnShipping?.courierName && (
          <FormSection title="repair.courierBack">
            <CourierView values={returnShipping} columns={1} isDeliveryShown={isDeliveryAwaited(record, confirmBy)} />
          </FormSection>
        )
      }
    >
      <PaneBody>
        <UnitOutcomes parts={parts} />
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
  const formatUnitName = useUnitName();
  const missing = filterMissingParts(record.repairParts).map((part) => ({ id: part.id, name: formatUnitName(part) }));
  return <RejectedAlert title="repair.completed.missing" rejected={missing} />;
}
