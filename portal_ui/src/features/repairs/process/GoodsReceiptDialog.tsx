import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEvent, useNotify, useTranslate } from 'ra-core';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { buildDraftKey } from '../../../core/forms/drafts';
import { PortalFormDialog } from '../../../core/forms/FormDialog';
import { usePortalFormContext } from '../../../core/forms/PortalForm';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { useProcess } from '../../../core/process/processContext';
import { countOutcomes, createExtra, type GoodsReceiptForm, toGoodsReceiptForm } from './goodsReceiptForm';
import { ReceiptExtras } from './ReceiptExtras';
import { type Place, ReceiptHead } from './ReceiptHead';
import { ReceiptUnits } from './ReceiptUnits';
import { filterServicedParts } from './unitRows';
import { useReceiptSaves, validateGoodsReceipt } from './useReceiptSaves';

/** The service checks in what arrived, by a scanner or by hand: package by package, each step saved at once. */
export default function GoodsReceiptDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<Repair>();
  const translate = useTranslate();
  const notify = useNotify();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const { problem, flush } = useReceiptSaves(parts);
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set());
  const onBusy = useEvent((id: number, busy: boolean) =>
    setUploading((before) => new Set(busy ? [...before, id] : [...before].filter((one) => one !== id))),
  );
  const finish = async (_: GoodsReceiptForm, edited: PortalFormState<GoodsReceiptForm>) => {
    if (!(await flush(edited))) return;
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
      savesItself
      form={{
        values: toGoodsReceiptForm(record),
        validate: validateGoodsReceipt,
        mode: 'onSubmit',
        draft: { key: buildDraftKey(kind.kind, record.id, 'arrivals') },
        onSave: finish,
      }}
      dirty={uploading.size > 0}
      disabled={uploading.size > 0}
      maxWidth="md"
      problem={problem}
      start={<AddExtra />}
      status={<Unchecked />}
      onClose={onClose}
    >
      <Receipt parts={parts} onBusy={onBusy} onChange={flush} />
    </PortalFormDialog>
  );
}

interface ReceiptProps {
  parts: readonly RepairPart[];
  onBusy: (id: number, busy: boolean) => void;
  onChange: (edited: PortalFormState<GoodsReceiptForm>) => Promise<boolean>;
}

/** The scan field, the announced units and the unexpected items. */
function Receipt({ parts, onBusy, onChange }: ReceiptProps) {
  const { record } = useProcess<Repair>();
  const edited = usePortalFormContext<GoodsReceiptForm>();
  const [current, setCurrent] = useState<Place>({ key: '', turn: 0 });
  const show = useEvent((key: string) => setCurrent(({ turn }) => ({ key, turn: turn + 1 })));
  const save = useEvent(() => void onChange(edited));
  useNewerArrivals(record, edited);
  return (
    <>
      <ReceiptHead parts={parts} onShow={show} onChange={save} />
      <ReceiptUnits parts={parts} current={current} onBusy={onBusy} onShow={show} onChange={save} />
      <ReceiptExtras current={current} onChange={save} />
    </>
  );
}

/** Merge what others checked in. A new version alone is not news: what was sent comes with the next read. */
function useNewerArrivals(record: Repair, { fill, form }: PortalFormState<GoodsReceiptForm>) {
  const { arrivals } = record;
  const take = useEvent(() => fill(toGoodsReceiptForm(record, form.getValues('extras'))));
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer arrivals are what it waits for
  useLayoutEffect(() => take(), [arrivals, take]);
}

/** Adds something unexpected by hand. */
function AddExtra() {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext<GoodsReceiptForm>();
  return (
    <Button
      startIcon={<AddIcon />}
      sx={{ minHeight: 44 }}
      onClick={() => setValue('extras', [...getValues('extras'), createExtra('', '')], { shouldDirty: true })}
    >
      {translate('repair.arrivals.addExtra')}
    </Button>
  );
}

/** How many units nobody looked for yet. */
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
