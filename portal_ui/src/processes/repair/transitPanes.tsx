import { useTranslate } from 'ra-core';
import type { FieldValues } from 'react-hook-form';
import { FormPane, type FormPaneProps } from '../../kernel/process/FormPane';
import { TwoColumns } from '../../kernel/process/Pane';
import { useProcess } from '../../kernel/process/processContext';
import { CourierPane } from '../../kernel/process/shippingPanes';
import { judge, maxLength, required, wholeDate } from '../../kernel/saving/rules';
import { CourierView } from '../../kernel/shipping/CourierView';
import { dayField } from '../../kernel/shipping/dayField';
import { FieldGrid, FormPart } from '../../kernel/shipping/FormPart';
import { FieldInputs, FieldTexts, type StepField } from '../../kernel/shipping/fields';
import { PackageLines } from '../../kernel/shipping/PackagesForm';
import { PartyLines } from '../../kernel/shipping/PartyFields';
import { courierFieldsOf, TRACKED_NEEDS, UNTRACKED_NEEDS } from '../../kernel/shipping/values';
import { useMeta } from '../../server/meta';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { newYorkParts } from '../../shared/newYorkInput';
import { write } from './calls';
import type { Repair } from './types';

/** Waiting for Pick Up: the service arranges the courier, then whoever hands the packages over says so. */
export function PickUpPane() {
  const { record } = useProcess<Repair>();
  return (
    <CourierPane<Repair>
      title="repair.pickUp.title"
      done="repair.saved.pickUp"
      action="save_pick_up"
      write={(repair, fields) => write(repair, 'save/pick-up-shipping/data', fields)}
      needed={record.status.key === 'SETTING_TRACKING_NUMBER' ? TRACKED_NEEDS : UNTRACKED_NEEDS}
      hasNote
      valuesOf={(repair) => courierFieldsOf(repair.pickUpShippingDetails)}
      aside={<Shipped record={record} />}
    />
  );
}

/** Transit Back: the courier who brings the units home. */
export function TransitBackPane() {
  const { record } = useProcess<Repair>();
  return (
    <CourierPane<Repair>
      title="repair.transitBack.title"
      done="repair.saved.transitBack"
      action="save_transit_back"
      write={(repair, fields) => write(repair, 'save/transit-back-shipping/data', fields)}
      valuesOf={(repair) => courierFieldsOf(repair.transitBackShippingDetails)}
      aside={<Shipped record={record} isBack />}
    />
  );
}

/** What is on its way: from or to whom, in which packages it came, how many units. */
function Shipped({ record, isBack = false }: { record: Repair; isBack?: boolean }) {
  const translate = useTranslate();
  const { address, contact, packages } = record.pickUpShippingDetails;
  const rejected = record.repairParts.filter((part) => part.initialApproval === 'REJECTED').length;
  const sent = record.repairParts.length - rejected;
  return (
    <FormPart title="repair.shipped.title">
      <ReadFields columns={1}>
        <ReadField label={translate(`repair.shipped.${isBack ? 'to' : 'from'}`)}>
          <PartyLines contact={contact} address={address} />
        </ReadField>
        <ReadField label={translate('shipping.packages')}>
          <PackageLines packages={packages} />
        </ReadField>
        {!isBack && (
          <ReadField label={translate('repair.shipped.units')}>
            {rejected > 0
              ? translate('repair.shipped.someRejected', { sent, rejected })
              : translate('repair.shipped.all', { smart_count: sent })}
          </ReadField>
        )}
      </ReadFields>
    </FormPart>
  );
}

interface TransitForm {
  courierArrivingTime: string;
  note: string;
}

/** In Transit: when the courier arrives; the service says that the shipment is there. */
export function InTransitPane() {
  const { limits } = useMeta();
  return (
    <DatesPane<TransitForm>
      title="repair.transit.title"
      done="repair.saved.transit"
      action="save_transit"
      fields={[
        { source: 'courierArrivingTime', label: 'repair.transit.arrives', ...dayField },
        { source: 'note', label: 'shipping.field.note', kind: 'longText', maxLength: limits.note },
      ]}
      problemsOf={(values) => judge(values, { courierArrivingTime: wholeDate, note: maxLength(limits.note) })}
      // A day is stored as its midnight in UTC: only the date part is meant.
      valuesOf={({ transitInfo }) => ({
        courierArrivingTime: transitInfo?.courierArrivingTime?.slice(0, 10) ?? '',
        note: transitInfo?.note ?? '',
      })}
      write={(record, values) => write(record, 'save/transit/data', values)}
    />
  );
}

const start: StepField = {
  source: 'startDate',
  label: 'repair.start.date',
  ...dayField,
  isRequired: true,
  help: 'repair.start.help',
};

/** Waiting Diagnostics: the day on which the service begins. */
export function WaitingDiagnosticsPane() {
  const { record } = useProcess<Repair>();
  const offered = record.diagnosticStartDate === null;
  return (
    <DatesPane<{ startDate: string }>
      title="repair.start.title"
      done="repair.saved.start"
      action="save_diagnostic_date"
      fields={[start]}
      problemsOf={(values) => judge(values, { startDate: [required, wholeDate] })}
      offered={offered}
      valuesOf={({ diagnosticStartDate, process }) => ({
        // Offered to who sets it; the others read that it is not set yet.
        startDate:
          diagnosticStartDate ?? (process.actions.length > 0 ? newYorkParts(new Date().toISOString()).day : ''),
      })}
      write={(record, { startDate }) => write(record, 'save/diagnostic-start-date', undefined, { startDate })}
    />
  );
}

type DatesPaneProps<T extends FieldValues> = Pick<
  FormPaneProps<Repair, T>,
  'title' | 'done' | 'action' | 'problemsOf' | 'valuesOf' | 'write' | 'offered'
> & { fields: readonly StepField[] };

/** A few fields beside the courier's data from which they follow. */
function DatesPane<T extends FieldValues>({ fields, ...pane }: DatesPaneProps<T>) {
  const { record } = useProcess<Repair>();
  const courier = (
    <FormPart title="repair.courier">
      <CourierView values={record.pickUpShippingDetails} columns={1} />
    </FormPart>
  );
  return (
    <FormPane<Repair, T>
      {...pane}
      labelOf={(path) => fields.find(({ source }) => source === path)?.label ?? path}
      layout={(content) => <TwoColumns aside={courier}>{content}</TwoColumns>}
      inputs={
        <FieldGrid>
          <FieldInputs fields={fields} />
        </FieldGrid>
      }
      view={<FieldTexts fields={fields} values={pane.valuesOf(record)} columns={1} mayFollow />}
    />
  );
}
