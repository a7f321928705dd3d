import { useEvent, useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { useForm } from 'react-hook-form';
import type { RepairPart, RepairStatus } from '../../../api/repairs';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { ConfirmDialog } from '../../../core/ui/ConfirmDialog';
import { UndoAction } from '../../../core/ui/UndoAction';
import {
  getBulkTargets,
  getOverruledParts,
  isSerialMissing,
  type RepairRow,
  repairRows,
  toRestoreBody,
} from './repairRows';
import { buildRepairUpdate } from './repairUpdates';
import { buildRowKey, replaceRows, toUnitForm, type UnitForm } from './unitRows';
import type { useUnitForm } from './useUnitForm';

type Edited = Pick<ReturnType<typeof useUnitForm<RepairRow>>, 'edited' | 'table' | 'send'>;

interface BulkResult {
  /** Set and save a status for all editable units; asks before it overrules results. */
  setAll: (status: RepairStatus) => void;
  question: ReactNode;
}

/** Return a bulk action for one status, with confirmation and undo. */
export function useBulkResult(parts: readonly RepairPart[], { edited, table, send }: Edited): BulkResult {
  const { run, busy } = useProcessUpdater();
  const notify = useNotify();
  const translate = useTranslate();
  const [statusToConfirm, setStatusToConfirm] = useState<RepairStatus | null>(null);
  const { form, markSaved, saved } = edited;

  const undo = useEvent(async (before: readonly RepairPart[], typed: UnitForm<RepairRow>) => {
    await run(buildRepairUpdate(repairRows.action, toRestoreBody(before)), {
      successMessage: 'repair.service.undone',
      onSaved: () => {
        markSaved(replaceRows(saved(), toUnitForm(before, repairRows.toRow), before));
        for (const { id } of before) setRow(form, id, typed.rows[buildRowKey(id)]);
      },
    });
  });

  const apply = useEvent(async (status: RepairStatus) => {
    setStatusToConfirm(null);
    const typed: UnitForm<RepairRow> = structuredClone(form.getValues());
    const values = structuredClone(typed);
    const targets = getBulkTargets(parts, values, status);
    for (const { id } of targets) {
      const row = values.rows[buildRowKey(id)];
      if (row) row.repairStatus = status;
      form.setValue(`rows.${buildRowKey(id)}.repairStatus`, status, { shouldDirty: true, shouldValidate: true });
    }
    const isUnnamed = ({ id }: RepairPart) => isSerialMissing(values.rows[buildRowKey(id)] ?? repairRows.blank);
    const unnamed = targets.filter(isUnnamed);
    const sent = targets.filter((part) => !isUnnamed(part));
    if (sent.length > 0 && (await send(sent, values, false, true))) {
      notify('repair.saved.repairs', {
        type: 'success',
        messageArgs: { smart_count: sent.length },
        action: <UndoAction onUndo={() => void undo(sent, typed)} />,
      });
    }
    if (unnamed[0]) {
      table.current?.focusCell(unnamed[0].id, 'replacementSerial');
      notify('repair.service.serialsMissing', { type: 'info', messageArgs: { smart_count: unnamed.length } });
    }
  });

  const lost = statusToConfirm
    ? getOverruledParts(getBulkTargets(parts, form.getValues(), statusToConfirm), statusToConfirm).length
    : 0;
  const setAll = (status: RepairStatus) => {
    const isSafe = getOverruledParts(getBulkTargets(parts, form.getValues(), status), status).length === 0;
    if (isSafe) void apply(status);
    else setStatusToConfirm(status);
  };
  const question = statusToConfirm && (
    <ConfirmDialog
      open
      title={translate(`repair.service.all.${statusToConfirm}`)}
      confirmLabel={translate('repair.service.overrule')}
      busy={busy}
      onConfirm={() => void apply(statusToConfirm)}
      onClose={() => setStatusToConfirm(null)}
    >
      {translate('repair.service.overruled', { smart_count: lost })}
    </ConfirmDialog>
  );
  return { setAll, question };
}

type Form = ReturnType<typeof useForm<UnitForm<RepairRow>>>;

function setRow(form: Form, id: number, row: RepairRow | undefined): void {
  if (!row) return;
  const path = `rows.${buildRowKey(id)}` as const;
  form.setValue(`${path}.repairStatus`, row.repairStatus, { shouldDirty: true });
  form.setValue(`${path}.repairComment`, row.repairComment, { shouldDirty: true });
  form.setValue(`${path}.replacementSerial`, row.replacementSerial, { shouldDirty: true });
}
