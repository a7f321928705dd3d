import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useRef } from 'react';
import { type FieldErrors, FormProvider } from 'react-hook-form';
import { ActionBar } from '../../kernel/process/ActionBar';
import { RestoredNote, SavedState } from '../../kernel/process/FormPane';
import { useProcess } from '../../kernel/process/processContext';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { BulkActions } from '../../kernel/table/BulkActions';
import type { TableHandle } from '../../kernel/table/declaration';
import { write } from './calls';
import { useRepairColumns } from './cells/repairCells';
import { rowKey } from './diagnostics';
import {
  bulkTargets,
  changedRepairs,
  type RepairForm,
  renameRepairIn,
  repairBodyOf,
  repairFormOf,
  repairProblems,
  SELECTABLE,
  servicedParts,
  withRows,
} from './repairRows';
import type { Repair, RepairPart, RepairStatus } from './types';
import { UnitsPane } from './UnitsPane';

const valuesOf = (record: Repair): RepairForm => repairFormOf(servicedParts(record.repairParts));

/** The units in the service with their status and comment: row by row, all at once, or one status for all. */
export function RepairEditor({ canSave }: { canSave: boolean }) {
  const { record } = useProcess<Repair>();
  const { run, busy } = useProcessSave();
  const translate = useTranslate();
  const table = useRef<TableHandle>(null);
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  const statusFirst = translate('repair.service.statusFirst');
  const problemsOf = useCallback(
    (values: RepairForm) => Object.fromEntries(repairProblems(values).map((path) => [path, statusFirst])),
    [statusFirst],
  );
  const repairs = useRecordForm<Repair, RepairForm>({ valuesOf, problemsOf, mode: 'onTouched' });
  const { form, markSaved, saved } = repairs;

  /** Sends rows; what was typed in the others stays typed. */
  const send = useCallback(
    async (rows: readonly RepairPart[], values: RepairForm) => {
      if (rows.length === 0) return;
      const bodies = rows.flatMap((part) => {
        const row = values.rows[rowKey(part.id)];
        return row?.repairStatus ? [repairBodyOf(part, row)] : [];
      });
      await run(write(record, 'update/parts/repair/data/all', bodies), {
        form,
        toFormPath: renameRepairIn(rows),
        done: translate('repair.saved.repairs', { smart_count: bodies.length }),
        onSaved: () => markSaved(withRows(saved(), values, rows)),
      });
    },
    [run, record, form, translate, markSaved, saved],
  );

  const latest = useRef({ send, parts });
  latest.current = { send, parts };
  const saveRow = useCallback(
    (part: RepairPart) => void latest.current.send([part], structuredClone(form.getValues())),
    [form],
  );

  const showFirst = useCallback(
    (errors: FieldErrors<RepairForm>) => {
      const part = parts.find(({ id }) => errors.rows?.[rowKey(id)]);
      if (part) table.current?.focusCell(part.id, 'repairStatus');
    },
    [parts],
  );
  const saveAll = () => {
    void form.handleSubmit((values) => {
      const sent = structuredClone(values);
      return send(changedRepairs(parts, sent), sent);
    }, showFirst)();
  };

  const setAll = (status: RepairStatus) => {
    const values = structuredClone(form.getValues());
    const targets = bulkTargets(parts, values, status);
    for (const part of targets) {
      const row = values.rows[rowKey(part.id)];
      if (!row) continue;
      row.repairStatus = status;
      form.setValue(`rows.${rowKey(part.id)}.repairStatus`, status, { shouldDirty: true });
    }
    void send(targets, values);
  };

  const { isValid } = form.formState;
  return (
    <FormProvider {...form}>
      <UnitsPane
        title="repair.service.title"
        sheet="repair-tab"
        bulk={
          canSave && (
            <BulkActions
              actions={SELECTABLE.map((status) => ({
                key: status,
                label: translate(`repair.service.all.${status}`),
                disabled: busy || parts.length === 0,
                run: () => setAll(status),
              }))}
            />
          )
        }
        notice={<RestoredNote record={repairs} />}
        rows={parts}
        columns={useRepairColumns(saveRow)}
        heights={{ row: 72, card: 260 }}
        handle={table}
      >
        <ActionBar
          secondary={<SavedState record={repairs} />}
          save={
            canSave
              ? {
                  onSave: saveAll,
                  label: translate('repair.service.saveAll'),
                  disabled: !repairs.dirty || !isValid,
                  reason: isValid ? null : statusFirst,
                }
              : undefined
          }
        />
      </UnitsPane>
    </FormProvider>
  );
}
