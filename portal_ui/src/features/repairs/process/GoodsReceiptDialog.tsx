import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEvent, useNotify, useTranslate } from 'ra-core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { buildDraftKey } from '../../../core/forms/drafts';
import { PortalFormDialog } from '../../../core/forms/FormDialog';
import { usePortalFormContext } from '../../../core/forms/PortalForm';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { useProcess } from '../../../core/process/processContext';
import type { RowPosition } from './DialogRows';
import { countOutcomes, createExtra, type GoodsReceiptForm, toGoodsReceiptForm } from './goodsReceiptForm';
import { ReceiptExtras } from './ReceiptExtras';
import { ReceiptHeader, type ReceiptResult } from './ReceiptHeader';
import { ReceiptUnits } from './ReceiptUnits';
import { validateGoodsReceipt } from './receiptMerge';
import { filterServicedParts } from './unitRows';
import { type ReceiptSaves, useReceiptSaves } from './useReceiptSaves';

/** Dialog of the goods receipt, by scanner or by hand. Each change is saved immediately. */
export default function GoodsReceiptDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<Repair>();
  const translate = useTranslate();
  const notify = useNotify();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const saves = useReceiptSaves(parts);
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set());
  const onBusy = useEvent((id: number, busy: boolean) =>
    setUploading((before) => new Set(busy ? [...before, id] : [...before].filter((item) => item !== id))),
  );
  const finish = async (_: GoodsReceiptForm, edited: PortalFormState<GoodsReceiptForm>) => {
    if (!(await saves.flush(edited))) return;
    edited.end();
    notify('repair.arrivals.saved', { type: 'success' });
    onClose();
  };
  const { number, clientName: client } = record;
  return (
    <PortalFormDialog
      title={translate('repair.arrivals.title')}
      subtitle={client ? translate('repair.arrivals.subtitle', { number, client }) : number}
      submitLabel={translate('repair.arrivals.done')}
      hasCloseIcon
      form={{
        values: toGoodsReceiptForm(record),
        validate: (values) => validateGoodsReceipt(values),
        mode: 'onSubmit',
        draft: { key: buildDraftKey(kind.kind, record.id, 'arrivals') },
        keepsDraft: true,
        onSave: finish,
      }}
      dirty={uploading.size > 0}
      disabled={uploading.size > 0}
      maxWidth="md"
      start={<AddExtra />}
      status={<Unchecked />}
      onClose={onClose}
    >
      <Receipt parts={parts} onBusy={onBusy} saves={saves} />
    </PortalFormDialog>
  );
}

interface ReceiptProps {
  parts: readonly RepairPart[];
  onBusy: (id: number, busy: boolean) => void;
  saves: ReceiptSaves;
}

/** Scan field, expected units and unexpected items. */
function Receipt({ parts, onBusy, saves }: ReceiptProps) {
  const { record } = useProcess<Repair>();
  const edited = usePortalFormContext<GoodsReceiptForm>();
  const [current, setCurrent] = useState<RowPosition>({ key: '', turn: 0 });
  const [scanResult, setScanResult] = useState<ReceiptResult | null>(null);
  const scanField = useRef<HTMLInputElement>(null);
  const show = useEvent((key: string) => setCurrent(({ turn }) => ({ key, turn: turn + 1 })));
  const save = useEvent(() => void saves.flush(edited));
  useNewerArrivals(record, edited, saves);
  useEffect(() => {
    window.addEventListener('online', save);
    return () => window.removeEventListener('online', save);
  }, [save]);
  return (
    <>
      <ReceiptHeader
        {...{ parts, saves, scanResult, scanField }}
        onScanResult={setScanResult}
        onShow={show}
        onChange={save}
      />
      <ReceiptUnits parts={parts} current={current} onBusy={onBusy} onShow={show} onChange={save} />
      <ReceiptExtras {...{ current, scanField }} onScanResult={setScanResult} onChange={save} />
    </>
  );
}

/**
 * Merge changes of other users into the form, and save a restored draft.
 * Depends on the arrivals, not on the record's version: the response of a save comes with the next fetch.
 */
function useNewerArrivals(record: Repair, edited: PortalFormState<GoodsReceiptForm>, saves: ReceiptSaves) {
  const { arrivals } = record;
  const adopt = useEvent(() => saves.adopt(edited, record));
  const save = useEvent(() => void saves.flush(edited));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the arrivals change
  useLayoutEffect(() => adopt(), [arrivals, adopt]);
  const isRestored = edited.restoredAt !== null;
  useEffect(() => {
    if (!isRestored) return;
    adopt();
    save();
  }, [isRestored, adopt, save]);
}

/** Button to add an unexpected item by hand. */
function AddExtra() {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext<GoodsReceiptForm>();
  return (
    <Button
      startIcon={<AddIcon />}
      onClick={() => setValue('extras', [...getValues('extras'), createExtra('', '')], { shouldDirty: true })}
    >
      {translate('repair.arrivals.addExtra')}
    </Button>
  );
}

/** Number of units that are not checked yet. */
function Unchecked() {
  const translate = useTranslate();
  const open = countOutcomes(useWatch<GoodsReceiptForm, 'rows'>({ name: 'rows' }))[''];
  if (open === 0) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {translate('repair.arrivals.unchecked', { smart_count: open })}
    </Typography>
  );
}
