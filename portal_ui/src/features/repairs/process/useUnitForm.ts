import { useEvent, useTranslate } from 'ra-core';
import { useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairAction, RepairPart } from '../../../api/repairs';
import type { SaveResponse } from '../../../api/requests';
import { applyServerErrors } from '../../../core/forms/serverErrors';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { useRecordForm } from '../../../core/process/useRecordForm';
import type { ListHandle } from '../../../core/tables/ListWithPanel';
import { buildRepairUpdate } from './repairUpdates';
import {
  buildRowKey,
  filterServicedParts,
  getChangedParts,
  isSameRow,
  type RowValidator,
  replaceRows,
  toRowPath,
  toUnitForm,
  type UnitForm,
  validateRows,
} from './unitRows';
import { useUnitName } from './useUnitName';

/** Definition of a table of units on one tab. */
interface UnitRows<Row extends object> {
  toRow: (part: RepairPart) => Row;
  validateRow: RowValidator<Row>;
  /** Build the request body of a row; null if nothing is sent. */
  toBody: (part: RepairPart, row: Row) => object | null;
  /** Return the form field of a server path. */
  getField: (path: readonly string[]) => string;
  /** Return the translation key of a field, to name it in a version conflict. */
  getLabel: (field: string) => string;
  /** Field with choices, and the key of these choices in meta. */
  chosen: readonly [field: string, choices: string];
  /** Action that saves the table, and its success message. */
  action: RepairAction;
  successMessage: string;
}

/** Return a form for a table of units. Only changed rows are sent; other rows keep their unsaved values. */
export function useUnitForm<Row extends object>(parts: readonly RepairPart[], declared: UnitRows<Row>) {
  const { toRow, validateRow, toBody, getField, getLabel, chosen, action, successMessage } = declared;
  const { run } = useProcessUpdater();
  const translate = useTranslate();
  const meta = useMeta();
  const nameOf = useUnitName();
  const table = useRef<ListHandle>(null);

  const edited = useRecordForm<Repair, UnitForm<Row>>({
    getValues: ({ repairParts }) => toUnitForm(filterServicedParts(repairParts), toRow),
    validate: (values) => validateRows(values, validateRow, toUnitForm(parts, toRow), meta.limits.comment),
    getLabel: (path) => {
      const [, key, field = ''] = path.split('.');
      const part = parts.find(({ id }) => buildRowKey(id) === key);
      const column = translate(getLabel(field), { _: '' });
      return part && column ? translate('repair.diagnostics.cell', { column, name: nameOf(part) }) : '';
    },
    formatValue: (path, value) => {
      const [field, choices] = chosen;
      const text = String(value ?? '');
      return path.endsWith(`.${field}`) ? getChoiceName(meta.choices[choices], text) : text;
    },
    mode: 'onTouched',
  });
  const { form, markSaved, saved, merging } = edited;

  const focusFirst = (errors: FieldErrors<UnitForm<Row>>) => {
    const part = parts.find(({ id }) => errors.rows?.[buildRowKey(id)]);
    const cell = part && Object.keys(errors.rows?.[buildRowKey(part.id)] ?? {})[0];
    if (part && cell) table.current?.focusCell(part.id, cell);
  };

  /** Send the rows of some units; `isSilent` omits the success message. */
  const send = useEvent(
    async (subset: readonly RepairPart[], values: UnitForm<Row>, isTransition: boolean, isSilent = false) => {
      const sent = subset.flatMap((part) => {
        const row = values.rows[buildRowKey(part.id)];
        const body = row && toBody(part, row);
        return body ? [{ part, body }] : [];
      });
      if (subset.length === 0) return null;
      const bodies = sent.map(({ body }) => body);
      const toFormPath = toRowPath(
        sent.map(({ part }) => part),
        getField,
      );
      const answer = await run(buildRepairUpdate(action, bodies), {
        applyServerErrors: (error) => applyServerErrors(form, error, toFormPath),
        successMessage: isSilent ? undefined : successMessage,
        messageArgs: { smart_count: bodies.length },
        isTransition: isTransition,
        merging: { ...merging, again: () => sendRemaining(subset, isTransition) },
        onSaved: () => markSaved(replaceRows(saved(), values, subset)),
      });
      if (!answer) focusFirst(form.formState.errors);
      return answer;
    },
  );

  /** Retry after a version conflict with the rows that are still unsaved. */
  const sendRemaining = (subset: readonly RepairPart[], isTransition: boolean) => {
    const current = structuredClone(form.getValues());
    const before = saved();
    const open = subset.filter(({ id }) => {
      const key = buildRowKey(id);
      return current.rows[key] && before.rows[key] && !isSameRow(current.rows[key], before.rows[key]);
    });
    return send(open, current, isTransition);
  };

  const saveAll = async (isTransition = false) => {
    let answer: SaveResponse | null = null;
    await form.handleSubmit(async (values) => {
      const current = structuredClone(values) as UnitForm<Row>;
      const changed = getChangedParts(parts, current, toRow);
      if (changed.length === 0) markSaved(current);
      else answer = await send(changed, current, isTransition);
    }, focusFirst)();
    return answer;
  };

  return { edited, table, send, saveAll };
}
