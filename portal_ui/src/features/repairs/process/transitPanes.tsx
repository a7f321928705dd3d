import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../../api/meta';
import type { Repair } from '../../../api/repairs';
import { dayField } from '../../../core/forms/dayField';
import type { StepField } from '../../../core/forms/FieldDefinition';
import { FormPart } from '../../../core/forms/FormSection';
import { ReadField, ReadFields } from '../../../core/forms/inputs/ReadField';
import { newYorkParts } from '../../../core/i18n/newYorkTime';
import { useAction, useProcess } from '../../../core/process/processContext';
import { FormPane } from '../../../core/process/StepForm';
import { lazyPart } from '../../../core/ui/lazyPart';
import { CourierView } from '../../shipping/CourierView';
import { PackageLines } from '../../shipping/PackagesForm';
import { PartyLines } from '../../shipping/PartyFields';
import { CourierPane } from '../../shipping/shippingPanes';
import { courierFieldsOf, TRACKED_NEEDS, UNTRACKED_NEEDS } from '../../shipping/shippingValues';
import { repairUpdate } from './repairUpdates';
import { PapersButton } from './ShippingDocumentsButton';
import { UnitOutcomes } from './UnitOutcomes';
import { receivedParts } from './unitRows';

/** Waiting for Pick Up: the service arranges the courier, then whoever hands the packages over says so. */
export function PickUpPane() {
  const { record } = useProcess<Repair>();
  return (
    <CourierPane<Repair>
      title="repair.pickUp.title"
      done="repair.saved.pickUp"
      action="save_pick_up"
      write={(_, fields) => repairUpdate('savePickUp', fields)}
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
      write={(_, fields) => repairUpdate('saveTransitBack', fields)}
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
      {isBack && <UnitOutcomes parts={receivedParts(record.repairParts)} title="repair.shipped.returning" />}
      {record.pickUpShippingDetails.saved && (
        <Box sx={{ marginTop: 2 }}>
          <PapersButton isBack={isBack} />
        </Box>
      )}
    </FormPart>
  );
}

const Arrivals = lazyPart(() => import('./GoodsReceipt'), { fallback: <Skeleton variant="rounded" height={80} /> });

/** What arrived, once somebody looked or where one may: lists of files and units come with it. */
function Arrived() {
  const { record } = useProcess<Repair>();
  const canTick = useAction('save_arrivals') !== undefined;
  if (!record.arrivals && !canTick) return null;
  return <Arrivals canTick={canTick} />;
}

interface TransitForm {
  courierArrivingTime: string;
  note: string;
}

/** In Transit: when the courier arrives; the service says that the shipment is there. */
export function InTransitPane() {
  const { limits } = useMeta();
  return (
    <FormPane<Repair, TransitForm>
      title="repair.transit.title"
      done="repair.saved.transit"
      action="save_transit"
      fields={[
        { source: 'courierArrivingTime', label: 'repair.transit.arrives', ...dayField },
        { source: 'note', label: 'shipping.field.note', kind: 'longText', maxLength: limits.note },
      ]}
      columns={1}
      aside={
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Courier />
          <Arrived />
        </Box>
      }
      // A day is stored as its midnight in UTC: only the date part is meant.
      valuesOf={({ transitInfo }) => ({
        courierArrivingTime: transitInfo?.courierArrivingTime?.slice(0, 10) ?? '',
        note: transitInfo?.note ?? '',
      })}
      write={(_, values) => repairUpdate('saveTransit', values)}
    />
  );
}

const SAVE_DATE = 'save_diagnostic_date';

const startFields: readonly StepField[] = [
  { source: 'startDate', label: 'repair.start.date', ...dayField, isRequired: true, help: 'repair.start.help' },
];

const isOfDate = ({ key }: { key: string }): boolean => key === SAVE_DATE;

/** Waiting Diagnostics: the day on which the service begins. */
export function WaitingDiagnosticsPane() {
  const { record } = useProcess<Repair>();
  return (
    <FormPane<Repair, { startDate: string }>
      title="repair.start.title"
      done="repair.saved.start"
      action={SAVE_DATE}
      fields={startFields}
      columns={1}
      aside={
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Courier />
          <Arrived />
        </Box>
      }
      offered={record.diagnosticStartDate === null}
      valuesOf={({ diagnosticStartDate, process }) => ({
        // Offered to who sets it; the others read that it is not set yet.
        startDate:
          diagnosticStartDate ?? (process.actions.some(isOfDate) ? newYorkParts(new Date().toISOString()).day : ''),
      })}
      write={(_, values) => repairUpdate('saveDiagnosticStart', values)}
    />
  );
}

/** The courier's data, from which the days follow. */
function Courier() {
  const { record } = useProcess<Repair>();
  return (
    <FormPart title="repair.courier">
      <CourierView values={record.pickUpShippingDetails} columns={1} />
    </FormPart>
  );
}
