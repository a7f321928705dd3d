import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { ActionBar } from '../../kernel/process/ActionBar';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useProcess } from '../../kernel/process/processContext';
import { DeliveryNote } from '../../kernel/process/shipping/DeliveryNote';
import { TwoColumns } from '../../kernel/process/TwoColumns';
import { useMeta } from '../../server/meta';
import { StatusChip } from '../../shared/StatusChip';
import { FormPart } from '../../shared/shipping/FormPart';
import { CourierView } from '../../shared/shipping/ShippingView';
import { outcomesOf } from './outcomes';
import { repairTone } from './tones';
import type { Repair } from './types';

/** Completed: when the units come home, and how each of them ended. */
export default function CompletedPane() {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const back = record.transitBackShippingDetails;
  return (
    <>
      <PaneHead title={translate('repair.completed.title')} />
      <StepNote>
        <DeliveryNote expected={back?.estimateDeliveryDate} confirmBy={record.deliveryExpectedBy} />
      </StepNote>
      {back?.courierName ? (
        <TwoColumns aside={<Outcomes record={record} />}>
          <FormPart title={translate('repair.courierBack')}>
            <CourierView values={back} />
          </FormPart>
        </TwoColumns>
      ) : (
        <TwoColumns>
          <Outcomes record={record} />
        </TwoColumns>
      )}
      <ActionBar />
    </>
  );
}

function Outcomes({ record }: { record: Repair }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  return (
    <FormPart title={translate('repair.outcome.title')}>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
        {outcomesOf(record.repairParts).map(({ key, count }) => {
          const name = choices.repairStatus?.find((choice) => choice.key === key)?.name;
          return (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography className="tabular" sx={{ minWidth: 28, textAlign: 'end', fontWeight: 'fontWeightBold' }}>
                {count}
              </Typography>
              <StatusChip tone={repairTone(key)} label={name ?? translate(`repair.outcome.${key}`)} />
            </Box>
          );
        })}
      </Box>
    </FormPart>
  );
}
