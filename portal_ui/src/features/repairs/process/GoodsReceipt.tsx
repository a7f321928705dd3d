import ChecklistIcon from '@mui/icons-material/Checklist';
import CloudOffIcon from '@mui/icons-material/CloudOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair } from '../../../api/repairs';
import type { AttachedFile } from '../../../api/types';
import { buildDraftKey, readDraft } from '../../../core/forms/drafts';
import { FormSection } from '../../../core/forms/FormSection';
import { useFormat } from '../../../core/i18n/format';
import { useProcess } from '../../../core/process/processContext';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { lazyPart } from '../../../core/ui/lazyPart';
import { toGoodsReceiptForm } from './goodsReceiptForm';
import { countUnsavedRows } from './receiptMerge';
import { filterServicedParts } from './unitRows';
import { useUnitName } from './useUnitName';

// The chunk of the attachment list is large, and most receipts have no files.
const AttachmentsButton = lazyPart(
  async () => ({ default: (await import('../../../core/files/AttachmentsButton')).AttachmentsButton }),
  { fallback: <Box sx={{ height: 36 }} />, onFailure: 'inline' },
);
const loadGoodsReceiptDialog = () => import('./GoodsReceiptDialog');

/** Summary of the goods receipt: number of received units and all differences. */
export default function GoodsReceipt({ canCheckIn }: { canCheckIn: boolean }) {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const format = useFormat();
  const { choices } = useMeta();
  const formatUnitName = useUnitName();
  const [isCheckingIn, setCheckingIn] = useState(false);
  const unsaved = useUnsavedDraft(isCheckingIn || !canCheckIn);
  const { arrivals } = record;
  const parts = filterServicedParts(record.repairParts);
  const units = new Map(parts.map((part) => [part.id, part]));
  // A damaged unit counts as received.
  const receivedCount = arrivals?.units.filter(({ found }) => found !== 'MISSING').length ?? 0;
  const differing = arrivals?.units.filter(({ found }) => found !== 'THERE') ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {arrivals && (
        <FormSection title="repair.arrivals.heading">
          <Typography>{translate('repair.arrivals.count', { there: receivedCount, total: parts.length })}</Typography>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {translate('repair.arrivals.at', { time: format.dateTime(arrivals.at) })}
          </Typography>
          {differing.map(({ id, found, note, photos }) => {
            const unit = units.get(id);
            const name = unit ? formatUnitName(unit) : '';
            return <Difference key={id} state={getChoiceName(choices.found, found)} {...{ name, note, photos }} />;
          })}
          {arrivals.unannounced.map(({ id, found, serialNumber, parcel, note, photos }) => (
            <Difference
              key={`x${id}`}
              state={getChoiceName(choices.found, found)}
              name={
                parcel === null
                  ? serialNumber
                  : translate('repair.arrivals.inPackage', { name: serialNumber, number: parcel })
              }
              {...{ note, photos }}
            />
          ))}
        </FormSection>
      )}
      {/* The live region is always rendered: otherwise its first content is not announced. */}
      <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
        {unsaved > 0 && (
          <Alert severity="warning" icon={<CloudOffIcon />}>
            {translate('repair.arrivals.unsent', { smart_count: unsaved })}
          </Alert>
        )}
      </Box>
      {canCheckIn && (
        <Button startIcon={<ChecklistIcon />} onClick={() => setCheckingIn(true)}>
          {translate('repair.arrivals.tick')}
        </Button>
      )}
      {isCheckingIn && <LazyDialog load={loadGoodsReceiptDialog} onClose={() => setCheckingIn(false)} />}
    </Box>
  );
}

/**
 * Return the number of unsaved changes in the dialog's draft on this device.
 * The draft keeps them, so leaving the page needs no warning.
 */
function useUnsavedDraft(isPaused: boolean): number {
  const { kind, record } = useProcess<Repair>();
  const [count, setCount] = useState(0);
  const key = buildDraftKey(kind.kind, record.id, 'arrivals');
  // In an effect, because the dialog writes its draft when it closes.
  useEffect(() => {
    const draft = isPaused ? null : readDraft(key);
    setCount(draft ? countUnsavedRows(draft.values, toGoodsReceiptForm(record)) : 0);
  }, [isPaused, key, record]);
  return count;
}

interface DifferenceProps {
  state: string;
  name: string;
  note: string;
  photos: readonly AttachedFile[];
}

function Difference({ state, name, note, photos }: DifferenceProps): ReactNode {
  return (
    <Box sx={{ paddingTop: 1.5 }}>
      <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {state}: {name}
      </Typography>
      {note && <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note}</Typography>}
      {photos.length > 0 && <AttachmentsButton files={photos} ownerName={name} />}
    </Box>
  );
}
