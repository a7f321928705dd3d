import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { FormPane, SavedState } from '../../kernel/process/FormPane';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useEditing, useProcess } from '../../kernel/process/processContext';
import { TwoColumns } from '../../kernel/process/TwoColumns';
import { useFormSave } from '../../kernel/process/useFormSave';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { judge, maxLength, wholeDate } from '../../kernel/saving/rules';
import { useMeta } from '../../server/meta';
import { DateInput } from '../../shared/fields/DateInput';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { OptionalLabel } from '../../shared/fields/OptionalLabel';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { useFormat } from '../../shared/format';
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
  const format = useFormat();
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const { editing, canSave } = useEditing('save_transit');
  const values = valuesOf(record);
  if (editing) return <TransitEditor canSave={canSave} />;
  return (
    <>
      <PaneHead title={translate('repair.transit.title')} />
      <StepNote />
      <TwoColumns aside={<CourierSummary values={record.pickUpShippingDetails} />}>
        <ReadFields columns={1}>
          <ReadField label={translate('repair.transit.arrives')}>
            <OrNotSet>{values.courierArrivingTime && format.day(values.courierArrivingTime)}</OrNotSet>
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
  const problemsOf = (values: TransitForm) =>
    judge(values, { courierArrivingTime: wholeDate, note: maxLength(limits.note) });
  const transit = useRecordForm<Repair, TransitForm>({ valuesOf, problemsOf, labelOf });
  const onSave = useFormSave(transit, {
    write: (values) => write(record, 'save/transit/data', values),
    done: translate('repair.saved.transit'),
  });
  return (
    <>
      <PaneHead title={translate('repair.transit.title')} />
      <StepNote />
      <FormPane record={transit} onSubmit={onSave}>
        <TwoColumns aside={<CourierSummary values={record.pickUpShippingDetails} />}>
          <DateInput source="courierArrivingTime" label={<OptionalLabel label="repair.transit.arrives" />} />
          <LongTextInput source="note" label={<OptionalLabel label="shipping.field.note" />} maxLength={limits.note} />
        </TwoColumns>
      </FormPane>
      <ActionBar
        secondary={<SavedState record={transit} />}
        save={canSave ? { onSave, disabled: !transit.dirty } : undefined}
      />
    </>
  );
}
