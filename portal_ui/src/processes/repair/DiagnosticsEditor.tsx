import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type FieldErrors, FormProvider } from 'react-hook-form';
import { ActionBar } from '../../kernel/process/ActionBar';
import { exportPath } from '../../kernel/process/calls';
import { RestoredNote } from '../../kernel/process/FormPane';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import type { TableHandle } from '../../kernel/process/units/tableHandle';
import { UnitTable } from '../../kernel/process/units/UnitTable';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useProcessSave } from '../../kernel/process/useSaveDesk';
import { AddPartDialog } from './AddPartDialog';
import { useDiagnosticsCard, useDiagnosticsColumns } from './cells/diagnosticsCells';
import {
  bodyOf,
  changedParts,
  type DiagnosticsForm,
  diagnosedParts,
  formOf,
  renameIn,
  rowKey,
  rowsProblems,
} from './diagnostics';
import { write } from './kind';
import type { Repair } from './types';
import { partId, useUnitName } from './units';

const valuesOf = (record: Repair): DiagnosticsForm => formOf(diagnosedParts(record.repairParts));

/** The diagnostics table as it is filled in; only rows that changed are sent. */
export function DiagnosticsEditor({ canSave }: { canSave: boolean }) {
  const { record } = useProcess<Repair>();
  const { run } = useProcessSave();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const addPart = useAction('add_part');
  const [adding, setAdding] = useState(false);
  const table = useRef<TableHandle>(null);
  const parts = useMemo(() => diagnosedParts(record.repairParts), [record.repairParts]);

  const problemsOf = useCallback(
    (values: DiagnosticsForm) =>
      Object.fromEntries(
        Object.entries(rowsProblems(values)).map(([path, rule]) => [
          path,
          translate(`repair.diagnostics.rule.${rule}`),
        ]),
      ),
    [translate],
  );
  const labelOf = useRowLabel(parts);
  const diagnostics = useRecordForm<Repair, DiagnosticsForm>({ valuesOf, problemsOf, labelOf });
  const { form, markSaved } = diagnostics;

  const showFirst = useCallback(
    (errors: FieldErrors<DiagnosticsForm>) => {
      const index = parts.findIndex((part) => errors.rows?.[rowKey(part.id)]);
      const part = parts[index];
      const cell = part && Object.keys(errors.rows?.[rowKey(part.id)] ?? {})[0];
      if (cell) table.current?.focusCell(index, cell);
    },
    [parts],
  );

  const onSave = () => {
    void form.handleSubmit(async (values) => {
      const sent = structuredClone(values);
      const changed = changedParts(parts, sent);
      if (changed.length === 0) return markSaved(sent);
      const rows = changed.flatMap((part) => {
        const row = sent.rows[rowKey(part.id)];
        return row ? [bodyOf(part, row)] : [];
      });
      const answer = await run(write(record, 'save/part-in-diagnostic', rows), {
        form,
        toFormPath: renameIn(changed),
        done: translate('repair.saved.diagnostics', { smart_count: rows.length }),
        onSaved: () => markSaved(sent),
      });
      if (!answer) showFirst(form.formState.errors);
    }, showFirst)();
  };

  const columns = useDiagnosticsColumns(record.availableTypes);
  const card = useDiagnosticsCard(record.availableTypes);
  return (
    <FormProvider {...form}>
      <PaneHead
        title={translate('repair.diagnostics.title')}
        count={parts.length}
        exportPath={exportPath('repair-diagnostics-tab')}
        exportQuery={{ repairId: record.id }}
      />
      <StepNote />
      <RestoredNote record={diagnostics} />
      <UnitTable
        label={translate('repair.diagnostics.title')}
        rows={parts}
        columns={columns}
        card={card}
        rowId={partId}
        rowName={nameOf}
        rowHeight={116}
        cardHeight={420}
        minWidth={960}
        handle={table}
        align="top"
      />
      <ActionBar
        secondary={
          addPart && (
            <Button variant="text" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              {addPart.label}
            </Button>
          )
        }
        save={canSave ? { onSave, disabled: !diagnostics.dirty } : undefined}
      />
      {adding && <AddPartDialog onClose={() => setAdding(false)} />}
    </FormProvider>
  );
}

/** Names a changed field in the dialog of conflicting changes: the unit and the column. */
function useRowLabel(parts: Repair['repairParts']) {
  const translate = useTranslate();
  const nameOf = useUnitName();
  return useCallback(
    (path: string) => {
      const [, key, field = ''] = path.split('.');
      const part = parts.find((one) => rowKey(one.id) === key);
      const column = translate(`repair.diagnostics.field.${field}`, { _: '' });
      return part && column ? translate('repair.diagnostics.cell', { column, name: nameOf(part) }) : '';
    },
    [parts, translate, nameOf],
  );
}
