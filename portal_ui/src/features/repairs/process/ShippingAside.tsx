import WarningIcon from '@mui/icons-material/WarningAmber';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import type { AsideSummary } from '../../../core/process/AsideColumns';
import { RequestQuote } from '../../../core/process/CommentButton';
import { useEditing, useProcess } from '../../../core/process/processContext';
import { RejectedAlert } from '../../../core/process/StepPane';
import { PartLabel, PartLabelList } from '../../parts/PartLabel';
import { ShippingDocumentsButton } from './ShippingDocumentsButton';
import { filterServicedParts } from './unitRows';
import { useSerial, useUnitName } from './useUnitName';

/** Step with the approval of the units before they are shipped. */
const STEP = 'NEW';

const filterRejectedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  parts.filter((part) => part.initialApproval === 'REJECTED');

/** Units to ship, rejected units, recipient and shipping documents. */
export function ShippingAside() {
  const { record } = useProcess<Repair>();
  const formatSerial = useSerial();
  const rejected = filterRejectedParts(record.repairParts);
  const { editing } = useEditing('save_shipping');
  const formatUnitName = useUnitName();
  const shipped = filterServicedParts(record.repairParts);
  return (
    <>
      {editing && rejected.length > 0 && <DoNotShip parts={rejected} />}
      <RequestQuote step={STEP} plain />
      <FormSection title={editing ? 'repair.shipping.units' : 'repair.details.title'} count={shipped.length}>
        <PartLabelList
          parts={shipped.map((part) => ({
            id: part.id,
            imageUrl: part.imageUrl,
            name: part.partName,
            serial: formatSerial(part),
          }))}
        />
      </FormSection>
      {editing ? (
        <FormSection title="repair.shipping.to">
          <Typography>{record.serviceName}</Typography>
        </FormSection>
      ) : (
        <RejectedAlert
          isQuiet
          title="repair.shipping.notShipped"
          rejected={rejected.map((part) => ({
            id: part.id,
            name: formatUnitName(part),
            label: <PartLabel plain imageUrl={part.imageUrl} name={part.partName} serial={formatSerial(part)} />,
            reason: part.approvalComments[STEP]?.text,
          }))}
        />
      )}
      <Documents />
    </>
  );
}

/** Return the text of the line that replaces the aside on narrow screens. */
export function useShippingSummary(): AsideSummary {
  const { repairParts } = useProcess<Repair>().record;
  const translate = useTranslate();
  const { editing } = useEditing('save_shipping');
  const rejected = filterRejectedParts(repairParts).length;
  if (!editing) {
    const sent = repairParts.length - rejected;
    const key = `repair.shipped.${rejected > 0 ? 'someRejected' : 'all'}`;
    return { text: translate(key, { sent, rejected, smart_count: rejected || sent }), isWarning: false };
  }
  return rejected > 0
    ? { text: translate('repair.shipping.rejectedCount', { smart_count: rejected }), isWarning: true }
    : {
        text: translate('repair.shipping.unitCount', { smart_count: filterServicedParts(repairParts).length }),
        isWarning: false,
      };
}

/** Rejected units, with their reasons behind a button. */
function DoNotShip({ parts }: { parts: readonly RepairPart[] }) {
  const translate = useTranslate();
  const formatUnitName = useUnitName();
  const listId = useId();
  const [isReasonVisible, setReasonVisible] = useState(false);
  const getReason = ({ approvalComments }: RepairPart) => approvalComments[STEP]?.text;
  return (
    <Alert severity="error" icon={<WarningIcon />} role="note" sx={{ alignItems: 'start', padding: '4px 12px' }}>
      <Typography variant="subtitle1" component="p">
        {translate('repair.shipping.rejected', { smart_count: parts.length })}
      </Typography>
      <Box component="ul" id={listId} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {parts.map((part) => (
          <Box component="li" key={part.id} sx={{ overflowWrap: 'anywhere' }}>
            {formatUnitName(part)}
            {isReasonVisible && (
              <Typography variant="body2" sx={{ whiteSpace: 'pre-line', marginBottom: 1 }}>
                {getReason(part)}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
      {parts.some(getReason) && (
        <Button
          variant="text"
          color="inherit"
          aria-expanded={isReasonVisible}
          aria-controls={listId}
          onClick={() => setReasonVisible(!isReasonVisible)}
          sx={{ minHeight: 28, padding: 0, color: 'inherit', textDecoration: 'underline' }}
        >
          {translate('repair.shipping.reasons', { smart_count: parts.length })}
        </Button>
      )}
    </Alert>
  );
}

/** Shipping documents, once the shipping details are saved. */
function Documents() {
  const { record } = useProcess<Repair>();
  const { editing } = useEditing('save_shipping');
  const translate = useTranslate();
  const { saved } = record.pickUpShippingDetails;
  if (!saved && !editing) return null;
  return (
    <FormSection title="shipping.documents.title">
      {saved ? (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <ShippingDocumentsButton />
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('repair.shipping.documentsLater')}</Typography>
      )}
    </FormSection>
  );
}
