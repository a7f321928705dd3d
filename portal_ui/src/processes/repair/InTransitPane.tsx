import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { FormPane, SavedState } from '../../kernel/process/FormPane';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { TwoColumns } from '../../kernel/process/TwoColumns';
import { useFormSave } from '../../kernel/process/useFormSave';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useMeta } from '../../server/meta';
import { DateField } from '../../shared/fields/DateField';
import { ReadField, ReadFields } from '../../shared/fields/FieldFrame';
import { TextField } from '../../shared/fields/TextField';
import { dayText } from '../../shared/newYork';
import { OrNotSet } from '../../shared/shipping/ShippingView';
import { CourierSummary } from './CourierSummary';
import { write } from './calls';
import type { Repair } from './types';

interface TransitForm {
  courierArrivingTime: string;
  note: string;
}

/** A day is stored as its midnight in UTC: only the date part is meant. */
const valuesOf = ({ transitInfo }: Repair): TransitForm => ({
  courierArrivingTime: transitInfo?.courierArrivingTime?.slice(0, 10) ?? '',
  note: transitInfo?.note ?? '',
});

/** In Transit: when the courier arrives; the service says that the shipment is there. */
export default function InTransitPane() {
  const { record, editable, held } = useProcess<Repair>();
  const translate = useTranslate();
  const canSave = useAction('save_transit') !== undefined;
  const values = valuesOf(record);
  if (editable && (canSave || held)) return <TransitEditor canSave={canSave} />;
  return (
    <>
      <PaneHead title={translate('repair.transit.title')} />
      <StepNote />
      <TwoColumns aside={<CourierSummary values={record.pickUpShippingDetails} />}>
        <ReadFields columns={1}>
          <ReadField label={translate('repair.transit.arrives')}>
            <OrNotSet>{values.courierArrivingTime && dayText(values.courierArrivingTime)}</OrNotSet>
          </ReadField>
          <ReadField label={translate('shipping.field.note')}>
            <OrNotSet>{values.note}</OrNotSet>
          </ReadField>
        </ReadFields>
      </TwoColumns>
      <ActionBar />
    </>
  );
}

function TransitEditor({ canSave }: { canSave: boolean }) {
  const { record } = useProcess<Repair>();
  const { limits } = useMeta();
  const translate = useTranslate();
  const labelOf = useCallback(
    (path: string) => translate(path === 'note' ? 'shipping.field.note' : 'repair.transit.arrives'),
    [translate],
  );
  const transit = useRecordForm<Repair, TransitForm>({ valuesOf, labelOf });
  const onSave = useFormSave(transit, {
    write: (values) => write(record, 'save/transit/data', values),
    done: translate('repair.saved.transit'),
  });
  const { control } = transit.form;
  return (
    <>
      <PaneHead title={translate('repair.transit.title')} />
      <StepNote />
      <FormPane record={transit} onSubmit={onSave}>
        <TwoColumns aside={<CourierSummary values={record.pickUpShippingDetails} />}>
          <DateField
            name="courierArrivingTime"
            control={control}
            label={translate('repair.transit.arrives')}
            optional
          />
          <TextField
            name="note"
            control={control}
            label={translate('shipping.field.note')}
            optional
            multiline
            minRows={3}
            maxLength={limits.note}
          />
        </TwoColumns>
      </FormPane>
      <ActionBar
        secondary={<SavedState dirty={transit.dirty} />}
        save={canSave ? { onSave, disabled: !transit.dirty } : undefined}
      />
    </>
  );
}
