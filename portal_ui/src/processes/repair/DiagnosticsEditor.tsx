import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type FieldErrors, FormProvider } from 'react-hook-form';
import { ActionBar } from '../../kernel/process/ActionBar';
import { RestoredNote } from '../../kernel/process/FormPane';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import type { TableHandle } from '../../kernel/table/declaration';
import { AddPartDialog } from './AddPartDialog';
import { write } from './calls';
import { useDiagnosticsColumns } from './cells/diagnosticsCells';
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
import type { Repair } from './types';
import { UnitsPane } from './UnitsPane';
import { useUnitName } from './units';

const valuesOf = (record: Repair): DiagnosticsForm => formOf(diagnosedParts(record.repairParts));

/** The diagnostics table as it is filled in; only rows that changed are sent. */
export function DiagnosticsEditor({ canSave }: { canSave: boolean }) {
  const { record } = useProcess<Repair>();
  const { run } = useProcessSave();
  const translate = useTranslate();
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
  const diagnostics = useRecordForm<Repair, DiagnosticsForm>({ valuesOf, problemsOf, labelOf, mode: 'onTouched' });
  const { form, markSaved } = diagnostics;

  const showFirst = useCallback(
    (errors: FieldErrors<DiagnosticsForm>) => {
      const part = parts.find(({ id }) => errors.rows?.[rowKey(id)]);
      const cell = part && Object.keys(errors.rows?.[rowKey(part.id)] ?? {})[0];
      if (part && cell) table.current?.focusCell(part.id, cell);
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

  return (
    <FormProvider {...form}>
      <UnitsPane
        title="repair.diagnostics.title"
        sheet="repair-diagnostics-tab"
        notice={<RestoredNote record={diagnostics} />}
        rows={parts}
        columns={useDiagnosticsColumns(record.availableTypes)}
        heights={{ row: 100, card: 420 }}
        handle={table}
        align="top"
      >
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
      </UnitsPane>
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
