import { useEvent } from 'ra-core';
import { useRef, useState } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { getChangedValues, getDifferences, getOverlaps } from '../../../core/forms/dirtyValues';
import { type SaveError, toSaveError } from '../../../core/forms/saveError';
import { mapServerErrors } from '../../../core/forms/serverErrors';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { serializeMessage } from '../../../core/forms/validators';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import {
  findFormPath,
  type GoodsReceiptForm,
  getReceivedParts,
  toFieldKey,
  toGoodsReceiptBody,
  toGoodsReceiptForm,
} from './goodsReceiptForm';
import { filterListed, getValidValues, isUnnamed, mergeExtras, validateGoodsReceipt } from './receiptMerge';
import { buildRepairUpdate } from './repairUpdates';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

type Edited = PortalFormState<GoodsReceiptForm>;

const getValue = ({ rows, extras }: GoodsReceiptForm, fieldKey: string): unknown => {
  const [list, key = '', field = ''] = fieldKey.split('.');
  const row = list === 'rows' ? rows[key] : extras.find((extra) => extra.key === key);
  return row?.[field as keyof typeof row];
};

/** Convert unexpected items to an object by key, to compare them by field. */
const toTree = ({ rows, extras }: GoodsReceiptForm) => ({
  rows,
  extras: Object.fromEntries(
    extras.map(({ key, serialNumber, parcel, note, photos }) => [key, { serialNumber, parcel, note, photos }]),
  ),
});

export interface ReceiptSaves {
  /** Error of the last save; remains until a save succeeds. */
  problem: SaveError | null;
  busy: boolean;
  /** Save the changes; resolves to false if any change is not saved. */
  flush: (edited: Edited) => Promise<boolean>;
  /** Merge a newer record into the form. */
  adopt: (edited: Edited, record: Repair) => void;
}

/** Autosave the goods receipt, one request at a time. Changes made meanwhile are sent with the next request. */
export function useReceiptSaves(parts: readonly RepairPart[]): ReceiptSaves {
  const { run, busy, reload } = useProcessUpdater();
  const [problem, setProblem] = useState<SaveError | null>(null);
  const formatUnitName = useUnitName();
  const { choices } = useMeta();
  const running = useRef<Promise<boolean> | null>(null);
  const isRequested = useRef(false);
  // The server may list items that the form lacks: fetch before the next save, which would remove them.
  const isUnread = useRef(false);
  const serverErrors = useRef(new Map<string, { value: string; message: string }>());

  const merge = (edited: Edited, record: Repair) => {
    const newest = toGoodsReceiptForm(record);
    return { rows: newest.rows, ...mergeExtras(edited.saved().extras, edited.form.getValues(), newest.extras) };
  };
  const adoptRecord = (edited: Edited, record: Repair) => {
    const { rows, saved, extras, removed } = merge(edited, record);
    isUnread.current = false;
    edited.fill({ rows, extras: saved, removed: [] });
    for (const [name, list] of [['extras', extras] as const, ['removed', removed] as const])
      if (JSON.stringify(edited.form.getValues(name)) !== JSON.stringify(list))
        edited.form.setValue(name, list, { shouldDirty: true });
  };
  const getRecordOverlaps = (edited: Edited, record: Repair) => {
    const { rows, saved } = merge(edited, record);
    const typed = edited.form.getValues();
    const getLabel = (path: string) => {
      const [list, key = ''] = path.split('.');
      if (list === 'extras') return saved.find((extra) => extra.key === key)?.serialNumber ?? '';
      const unit = parts.find(({ id }) => buildRowKey(id) === key);
      return unit ? formatUnitName(unit) : '';
    };
    const formatText = (path: string, value: unknown) => {
      if (path.endsWith('.found')) return getChoiceName(choices.found, String(value));
      return typeof value === 'string' ? value : '';
    };
    const newer = toTree({ rows, extras: saved, removed: [] });
    return getOverlaps(
      getDifferences(toTree(edited.saved()), newer, toTree(typed), { label: getLabel, text: formatText }),
    );
  };

  /**
   * Return errors by field key, from validation and from the server.
   * A server error applies until the value is changed.
   */
  const findErrors = (typed: GoodsReceiptForm): Map<string, string> => {
    const invalid = Object.entries(validateGoodsReceipt(typed, ({ key }) => key));
    const currentErrors = [...serverErrors.current].filter(
      ([key, { value }]) => JSON.stringify(getValue(typed, key)) === value,
    );
    return new Map([
      ...currentErrors.map(([key, { message }]) => [key, message] as const),
      ...invalid.map(([key, message]) => [key, serializeMessage(message)] as const),
    ]);
  };
  /**
   * Show errors at their rows and return their number.
   * The missing serial number of a new item does not count, and is shown only if it already was.
   */
  const showErrors = ({ form }: Edited): number => {
    const typed = form.getValues();
    const unnamed = new Set(typed.extras.filter(isUnnamed).map(({ key }) => `extras.${key}.serialNumber`));
    const visible = [...findErrors(typed)].flatMap(([key, message]) => {
      const path = findFormPath(key, typed) as 'extras' | null;
      return path === null || (unnamed.has(key) && !form.getFieldState(path).invalid) ? [] : [{ key, path, message }];
    });
    form.clearErrors();
    for (const { path, message } of visible) form.setError(path, { type: 'rule', message });
    return visible.filter(({ key }) => !unnamed.has(key)).length;
  };
  const showResult = (edited: Edited): boolean => {
    const count = showErrors(edited);
    setProblem(count > 0 ? { kind: 'fields', count } : null);
    return count === 0;
  };

  const send = async (edited: Edited): Promise<boolean> => {
    if (isUnread.current) {
      try {
        adoptRecord(edited, (await reload()) as Repair);
      } catch (error) {
        setProblem(toSaveError(error));
        return false;
      }
    }
    const typed = edited.form.getValues();
    const listed = filterListed(typed.removed, edited.saved().extras);
    if (listed.length < typed.removed.length) edited.form.setValue('removed', listed, { shouldDirty: true });
    const errors = findErrors(typed);
    const values = getValidValues(typed, edited.saved(), (key) => errors.has(key));
    if (Object.keys(getChangedValues(edited.saved(), values)).length === 0) return showResult(edited);
    let isSaved = false;
    let failure: SaveError | null = null;
    const known = serverErrors.current.size;
    await run(buildRepairUpdate('saveArrivals', toGoodsReceiptBody(parts, values)), {
      merging: {
        overlaps: (newest) => getRecordOverlaps(edited, newest as Repair),
        adopt: (newest) => adoptRecord(edited, newest as Repair),
        again: async () => {
          isSaved = await send(edited);
          return null;
        },
      },
      applyServerErrors: (error) => {
        const mapped = mapServerErrors(error, toFieldKey(getReceivedParts(parts, values), values.extras));
        for (const [key, message] of Object.entries(mapped.fieldErrors)) {
          serverErrors.current.delete(key);
          serverErrors.current.set(key, { value: JSON.stringify(getValue(values, key)), message });
        }
        return mapped;
      },
      onSaved: () => {
        isSaved = true;
        isUnread.current = true;
        edited.markSaved(values);
      },
      onRefreshed: (newest) => adoptRecord(edited, newest as Repair),
      onError: (saveError) => {
        failure = saveError;
        setProblem(saveError);
      },
    });
    const saveError = failure as SaveError | null;
    if (saveError?.kind !== 'fields') {
      if (saveError) showErrors(edited);
      return isSaved ? showResult(edited) : false;
    }
    // Save the rest without the rejected fields, but only if an error is new: otherwise this never ends.
    const remainingErrors = findErrors(edited.form.getValues());
    const hasNewErrors =
      serverErrors.current.size > known || [...remainingErrors.keys()].some((key) => !errors.has(key));
    return hasNewErrors ? send(edited) : showResult(edited);
  };

  const flush = useEvent((edited: Edited) => {
    const sendAll = async () => {
      let isSaved = true;
      while (isRequested.current) {
        isRequested.current = false;
        isSaved = await send(edited);
      }
      return isSaved;
    };
    isRequested.current = true;
    running.current ??= sendAll().finally(() => {
      running.current = null;
    });
    return running.current;
  });
  const adopt = useEvent((edited: Edited, record: Repair) => {
    // Not merged during a save: the record is fetched again before the next one.
    if (running.current) isUnread.current = true;
    else adoptRecord(edited, record);
  });
  return { problem, busy, flush, adopt };
}
