import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../../api/meta';
import type { Repair } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import { RequestQuote } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { PaneBody, RejectedAlert, StepPane } from '../../../core/process/StepPane';
import { StatusChip } from '../../../core/ui/StatusChip';
import { CourierView } from '../../shipping/CourierView';
import { DeliveryAlert } from '../../shipping/shippingPanes';
import { countOutcomes, OUTCOME_TONES } from './outcomes';
import { UnitOutcomes } from './UnitOutcomes';
import { RejectedUnits } from './unitColumns';
import { filterMissingParts } from './unitRows';
import { useUnitName } from './useUnitName';

/** Completed pane: expected delivery, the outcome of each unit and courier. */
export default function CompletedPane() {
  const { record } = useProcess<Repair>();
  const returnShipping = record.transitBackShippingDetails;
  return (
    <StepPane
      title="repair.completed.title"
      note={<DeliveryAlert expected={returnShipping?.estimateDeliveryDate} confirmBy={record.deliveryExpectedBy} />}
      aside={
        returnShipping?.courierName && (
          <FormSection title="repair.courierBack">
            <CourierView values={returnShipping} columns={1} />
          </FormSection>
        )
      }
    >
      <PaneBody>
        <Outcomes record={record} />
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

function Outcomes({ record }: { record: Repair }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  return (
    <>
      <Box
        component="ul"
        aria-label={translate('repair.outcome.title')}
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}
      >
        {countOutcomes(record.repairParts).map(({ key, count }) => {
          const name = choices.repairStatus?.find((choice) => choice.key === key)?.name;
          return (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography className="tabular" sx={{ minWidth: 20, fontWeight: 'fontWeightBold' }}>
                {count}
              </Typography>
              <StatusChip tone={OUTCOME_TONES[key]} label={name ?? translate(`repair.outcome.${key}`)} />
            </Box>
          );
        })}
      </Box>
      <UnitOutcomes parts={record.repairParts} />
    </>
  );
}
