import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../../api/meta';
import type { Repair } from '../../../api/repairs';
import { dayField } from '../../../core/forms/dayField';
import type { FieldDefinition } from '../../../core/forms/FieldDefinition';
import { FormSection } from '../../../core/forms/FormSection';
import { ReadField, ReadFields } from '../../../core/forms/inputs/ReadField';
import { toNewYorkParts } from '../../../core/i18n/newYorkTime';
import { useAction, useProcess } from '../../../core/process/processContext';
import { StepForm } from '../../../core/process/StepForm';
import { lazyPart } from '../../../core/ui/lazyPart';
import { CourierView } from '../../shipping/CourierView';
import { PackageLines } from '../../shipping/PackagesForm';
import { PartyLines } from '../../shipping/PartyFields';
import { CourierPane } from '../../shipping/shippingPanes';
import { REQUIRED_WITH_TRACKING, REQUIRED_WITHOUT_TRACKING, toCourierFields } from '../../shipping/shippingValues';
import { buildRepairUpdate } from './repairUpdates';
import { ShippingDocumentsButton } from './ShippingDocumentsButton';
import { UnitOutcomes } from './UnitOutcomes';
import { filterMissingParts, filterReceivedParts } from './unitRows';

/** Waiting for pick-up pane: courier details and the outbound shipment. */
export function PickUpPane() {
  const { record } = useProcess<Repair>();
  return (
    <CourierPane<Repair>
      title="repair.pickUp.title"
      successMessage="repair.saved.pickUp"
      action="save_pick_up"
      write={(_, fields) => buildRepairUpdate('savePickUp', fields)}
      requiredFields={
        record.status.key === 'SETTING_TRACKING_NUMBER' ? REQUIRED_WITH_TRACKING : REQUIRED_WITHOUT_TRACKING
      }
      hasNote
      getValues={(repair) => toCourierFields(repair.pickUpShippingDetails)}
      aside={<Shipped record={record} />}
    />
  );
}

/** Return shipping pane: courier details and the units sent back. */
export function TransitBackPane() {
  const { record } = useProcess<Repair>();
  return (
    <CourierPane<Repair>
      title="repair.transitBack.title"
      successMessage="repair.saved.transitBack"
      action="save_transit_back"
      write={(_, fields) => buildRepairUpdate('saveTransitBack', fields)}
      getValues={(repair) => toCourierFields(repair.transitBackShippingDetails)}
      aside={<Shipped record={record} isBack />}
    />
  );
}

/** Shipment summary: client, packages and units. */
function Shipped({ record, isBack = false }: { record: Repair; isBack?: boolean }) {
  const translate = useTranslate();
  const { address, contact, packages } = record.pickUpShippingDetails;
  const rejected = record.repairParts.filter((part) => part.initialApproval === 'REJECTED').length;
  const sent = record.repairParts.length - rejected;
  return (
    <FormSection title="repair.shipped.title">
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
              ? translate('repair.shipped.someRejected', { sent, rejected, smart_count: rejected })
              : translate('repair.shipped.all', { smart_count: sent })}
          </ReadField>
        )}
      </ReadFields>
      {isBack && (
        <>
          <UnitOutcomes parts={filterReceivedParts(record.repairParts)} title="repair.shipped.returning" />
          <UnitOutcomes parts={filterMissingParts(record.repairParts)} title="repair.shipped.missing" />
        </>
      )}
      {record.pickUpShippingDetails.saved && (
        <Box sx={{ display: 'grid', gap: 1, marginTop: 2 }}>
          <ShippingDocumentsButton isBack={isBack} />
        </Box>
      )}
    </FormSection>
  );
}

const GoodsReceipt = lazyPart(() => import('./GoodsReceipt'), { fallback: <Skeleton variant="rounded" height={80} /> });

/** Goods receipt if recorded or permitted; its chunk includes file lists. */
function Arrived() {
  const { record } = useProcess<Repair>();
  const canCheckIn = useAction('save_arrivals') !== undefined;
  if (!record.arrivals && !canCheckIn) return null;
  return <GoodsReceipt canCheckIn={canCheckIn} />;
}

interface TransitForm {
  courierArrivingTime: string;
  note: string;
}

/** Pane for the transit to the service: arrival date, note and goods receipt. */
export function InTransitPane() {
  const { limits } = useMeta();
  return (
    <StepForm<Repair, TransitForm>
      title="repair.transit.title"
      successMessage="repair.saved.transit"
      action="save_transit"
      fields={[
        { source: 'courierArrivingTime', label: 'repair.transit.arrives', ...dayField },
        { source: 'note', label: 'shipping.field.note', kind: 'longText', maxLength: limits.note },
      ]}
      columns={1}
      aside={
        <>
          <Courier />
          <Arrived />
        </>
      }
      // A date is stored as midnight UTC; only its date part counts.
      getValues={({ transitInfo }) => ({
        courierArrivingTime: transitInfo?.courierArrivingTime?.slice(0, 10) ?? '',
        note: transitInfo?.note ?? '',
      })}
      write={(_, values) => buildRepairUpdate('saveTransit', values)}
    />
  );
}

const SAVE_DATE = 'save_diagnostic_date';

const startFields: readonly FieldDefinition[] = [
  { source: 'startDate', label: 'repair.start.date', ...dayField, isRequired: true, help: 'repair.start.help' },
];

const isDate = ({ key }: { key: string }): boolean => key === SAVE_DATE;

/** Waiting for diagnostics pane: start date of the diagnostics. */
export function WaitingDiagnosticsPane() {
  const { record } = useProcess<Repair>();
  return (
    <StepForm<Repair, { startDate: string }>
      title="repair.start.title"
      successMessage="repair.saved.start"
      action={SAVE_DATE}
      fields={startFields}
      columns={1}
      aside={
        <>
          <Courier />
          <Arrived />
        </>
      }
      isPrefilled={record.diagnosticStartDate === null}
      getValues={({ diagnosticStartDate, process }) => ({
        // Default for users who can set the date; other users see that it is not set.
        startDate:
          diagnosticStartDate ?? (process.actions.some(isDate) ? toNewYorkParts(new Date().toISOString()).day : ''),
      })}
      write={(_, values) => buildRepairUpdate('saveDiagnosticStart', values)}
    />
  );
}

/** Courier details of the outbound leg. */
function Courier() {
  const { record } = useProcess<Repair>();
  return (
    <FormSection title="shipping.transport">
      <CourierView values={record.pickUpShippingDetails} columns={1} />
    </FormSection>
  );
}
