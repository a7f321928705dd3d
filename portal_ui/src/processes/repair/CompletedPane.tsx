import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { RequestQuote } from '../../kernel/process/CommentButton';
import { Pane, TwoColumns } from '../../kernel/process/Pane';
import { useProcess } from '../../kernel/process/processContext';
import { DeliveryNote } from '../../kernel/process/shippingPanes';
import { CourierView } from '../../kernel/shipping/CourierView';
import { useMeta } from '../../server/meta';
import { FormPart } from '../../shared/FormPart';
import { StatusChip } from '../../shared/StatusChip';
import { outcomesOf, outcomeTones } from './outcomes';
import type { Repair } from './types';
import { UnitOutcomes } from './UnitOutcomes';
import { RejectedUnits } from './units';

/** Completed: when the units come home, and how each of them ended. */
export default function CompletedPane() {
  const { record } = useProcess<Repair>();
  const back = record.transitBackShippingDetails;
  return (
    <Pane
      title="repair.completed.title"
      note={<DeliveryNote expected={back?.estimateDeliveryDate} confirmBy={record.deliveryExpectedBy} />}
    >
      <RequestQuote step="NEW" />
      <RejectedUnits title="repair.details.rejected" step="NEW" />
      <RejectedUnits title="repair.completed.refused" step="IN_REPAIR_APPROVAL" />
      {back?.courierName ? (
        <TwoColumns aside={<Outcomes record={record} />}>
          <FormPart title="repair.courierBack">
            <CourierView values={back} />
          </FormPart>
        </TwoColumns>
      ) : (
        <TwoColumns>
          <Outcomes record={record} />
        </TwoColumns>
      )}
    </Pane>
  );
}

function Outcomes({ record }: { record: Repair }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  return (
    <FormPart title="repair.outcome.title">
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
        {outcomesOf(record.repairParts).map(({ key, count }) => {
          const name = choices.repairStatus?.find((choice) => choice.key === key)?.name;
          return (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography className="tabular" sx={{ minWidth: 28, textAlign: 'end', fontWeight: 'fontWeightBold' }}>
                {count}
              </Typography>
              <StatusChip tone={outcomeTones[key]} label={name ?? translate(`repair.outcome.${key}`)} />
            </Box>
          );
        })}
      </Box>
      <UnitOutcomes parts={record.repairParts} />
    </FormPart>
  );
}
