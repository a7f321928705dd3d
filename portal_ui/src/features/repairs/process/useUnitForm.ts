import { useEvent, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, useForm } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairAction, RepairPart } from '../../../api/repairs';
import type { SaveResponse } from '../../../api/requests';
import { useUnsavedForm } from '../../../core/forms/unsavedForms';
import { usePortalForm } from '../../../core/forms/usePortalForm';
import { createResolver } from '../../../core/forms/validators';
import { useProcessFormProps } from '../../../core/process/ProcessForm';
import { useProcess } from '../../../core/process/processContext';
import { createRecordMerging, type RecordValues, useResetPristineFields } from '../../../core/process/recordMerging';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
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
  const formatUnitName = useUnitName();
  const table = useRef<ListHandle>(null);

  const values: RecordValues<Repair, UnitForm<Row>> = {
    getValues: ({ repairParts }) => toUnitForm(filterServicedParts(repairParts), toRow),
    getLabel: (path) => {
      const [, key, field = ''] = path.split('.');
      const part = parts.find(({ id }) => buildRowKey(id) === key);
      const column = translate(getLabel(field), { _: '' });
      return part && column ? translate('repair.diagnostics.cell', { column, name: formatUnitName(part) }) : '';
    },
    formatValue: (path, value) => {
      const [field, choices] = chosen;
      const text = String(value ?? '');
      return path.endsWith(`.${field}`) ? getChoiceName(meta.choices[choices], text) : text;
    },
    otherLabel: translate('saving.stale.otherField'),
  };
  const { draft, differences, confirmsLeaving, ...props } = useProcessFormProps<Repair, UnitForm<Row>>(values);
  const [first] = useState(props.values);
  // Not a PortalForm: Enter must not submit a table, and bulk edits set its rows at once, without their dirty fields.
  const form = useForm<UnitForm<Row>>({
    defaultValues: first as DefaultValues<UnitForm<Row>>,
    mode: 'onTouched',
    resolver: createResolver((typed) =>
      validateRows(typed, validateRow, toUnitForm(parts, toRow), meta.limits.comment),
    ),
  });
  const edited = usePortalForm(form, first, draft, form.formState.isDirty);
  const { dirty, discard, isAutosaved, markSaved, saved } = edited;
  useResetPristineFields(useProcess<Repair>().record, edited, values.getValues);
  useUnsavedForm({
    dirty: dirty && confirmsLeaving,
    discard,
    keepsDraft: isAutosaved,
    differences: useEvent((latest: unknown) => differences(latest, edited)),
  });

  const focusFirst = (errors: FieldErrors<UnitForm<Row>>) => {
    const part = parts.find(({ id }) => errors.rows?.[buildRowKey(id)]);
    const cell = part && Object.keys(errors.rows?.[buildRowKey(part.id)] ?? {})[0];
    if (part && cell) table.current?.focusCell(part.id, cell);
  };

  /** Send the rows of some units; `isSilent` omits the success message. */
  const send = useEvent(
    async (subset: readonly RepairPart[], typed: UnitForm<Row>, isTransition: boolean, isSilent = false) => {
      const sent = subset.flatMap((part) => {
        const row = typed.rows[buildRowKey(part.id)];
        const body = row && toBody(part, row);
        return body ? [{ part, body }] : [];
      });
      if (subset.length === 0) return null;
      const bodies = sent.map(({ body }) => body);
      const toFormPath = toRowPath(
        sent.map(({ part }) => part),
        getField,
      );
      const response = await run(buildRepairUpdate(action, bodies), {
        applyServerErrors: (error) => edited.applyServerErrors(error, toFormPath),
        successMessage: isSilent ? undefined : successMessage,
        messageArgs: { smart_count: bodies.length },
        isTransition: isTransition,
        merging: {
          ...createRecordMerging(edited, values, async () => null),
          again: () => sendRemaining(subset, isTransition),
        },
        onSaved: () => markSaved(replaceRows(saved(), typed, subset)),
      });
      if (!response) focusFirst(form.formState.errors);
      return response;
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
    let response: SaveResponse | null = null;
    await form.handleSubmit(async (values) => {
      const current = structuredClone(values) as UnitForm<Row>;
      const changed = getChangedParts(parts, current, toRow);
      if (changed.length === 0) markSaved(current);
      else response = await send(changed, current, isTransition);
    }, focusFirst)();
    return response;
  };

  return { edited, table, send, saveAll };
}
