import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { FormPane, SavedState } from '../../kernel/process/FormPane';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useEditing, useProcess } from '../../kernel/process/processContext';
import { TwoColumns } from '../../kernel/process/TwoColumns';
import { useFormSave } from '../../kernel/process/useFormSave';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { judge, required, wholeDate } from '../../kernel/saving/rules';
import { DateInput } from '../../shared/fields/DateInput';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { useFormat } from '../../shared/format';
import { FieldGrid } from '../../shared/shipping/FormPart';
import { OrNotSet } from '../../shared/shipping/ShippingView';
import { CourierSummary } from './CourierSummary';
import { write } from './calls';
import type { Repair } from './types';

interface StartForm {
  startDate: string;
}

const problemsOf = (values: StartForm) => judge(values, { startDate: [required, wholeDate] });
const valuesOf = (record: Repair): StartForm => ({ startDate: record.diagnosticStartDate ?? '' });

/** Waiting Diagnostics: the day on which the service begins. */
export default function WaitingDiagnosticsPane() {
  const format = useFormat();
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const { editing, canSave } = useEditing('save_diagnostic_date');
  if (editing) return <StartEditor canSave={canSave} />;
  return (
    <>
      <PaneHead title={translate('repair.start.title')} />
      <StepNote />
      <TwoColumns aside={<CourierSummary values={record.pickUpShippingDetails} />}>
        <ReadFields columns={1}>
          <ReadField label={translate('repair.start.date')}>
            <OrNotSet>{record.diagnosticStartDate && format.day(record.diagnosticStartDate)}</OrNotSet>
          </ReadField>
        </ReadFields>
      </TwoColumns>
      <ActionBar />
    </>
  );
}

function StartEditor({ canSave }: { canSave: boolean }) {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const labelOf = useCallback(() => translate('repair.start.date'), [translate]);
  const start = useRecordForm<Repair, StartForm>({ valuesOf, problemsOf, labelOf });
  const onSave = useFormSave(start, {
    write: ({ startDate }) => write(record, 'save/diagnostic-start-date', undefined, { startDate }),
    done: translate('repair.saved.start'),
  });
  return (
    <>
      <PaneHead title={translate('repair.start.title')} />
      <StepNote />
      <FormPane record={start} onSubmit={onSave}>
        <TwoColumns aside={<CourierSummary values={record.pickUpShippingDetails} />}>
          <FieldGrid>
            <DateInput
              source="startDate"
              label="repair.start.date"
              isRequired
              helperText={translate('repair.start.help')}
            />
          </FieldGrid>
        </TwoColumns>
      </FormPane>
      <ActionBar
        secondary={<SavedState record={start} />}
        save={canSave ? { onSave, disabled: !start.dirty } : undefined}
      />
    </>
  );
}
