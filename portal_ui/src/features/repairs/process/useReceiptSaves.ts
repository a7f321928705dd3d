import { useEvent, useTranslate } from 'ra-core';
import { useRef } from 'react';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { getChangedValues } from '../../../core/forms/dirtyValues';
import type { SaveError } from '../../../core/forms/saveError';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { maxLength, required, text, type ValidationErrors, validate } from '../../../core/forms/validators';
import { createRecordMerging } from '../../../core/process/recordMerging';
import { useDialogSave } from '../../../core/process/useProcessUpdater';
import {
  copyNamed,
  type GoodsReceiptForm,
  getReceivedParts,
  toFormPath,
  toGoodsReceiptBody,
  toGoodsReceiptForm,
} from './goodsReceiptForm';
import { buildRepairUpdate } from './repairUpdates';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

type Edited = PortalFormState<GoodsReceiptForm>;

export const validateGoodsReceipt = ({ rows, extras }: GoodsReceiptForm): ValidationErrors =>
  Object.assign(
    {},
    ...Object.entries(rows).map(([key, { note }]) => validate({ note }, { note: maxLength(1024) }, `rows.${key}.`)),
    ...extras.map(({ serialNumber, note }, place) =>
      validate({ serialNumber, note }, { serialNumber: [required, text], note: maxLength(1024) }, `extras.${place}.`),
    ),
  );

interface ReceiptSaves {
  problem: SaveError | null;
  /** Saves what changed; resolves to false if something is not saved. */
  flush: (edited: Edited) => Promise<boolean>;
}

/** Autosave of the goods receipt, one save at a time: what changes meanwhile goes with the next one. */
export function useReceiptSaves(parts: readonly RepairPart[]): ReceiptSaves {
  const { save, problem } = useDialogSave();
  const translate = useTranslate();
  const nameOf = useUnitName();
  const { choices } = useMeta();
  const running = useRef<Promise<boolean> | null>(null);
  const isWanted = useRef(false);

  const getLabel = (path: string) => {
    const [list, key = ''] = path.split('.');
    if (list === 'extras') return translate('repair.arrivals.extras');
    const unit = parts.find(({ id }) => buildRowKey(id) === key);
    return unit ? nameOf(unit) : '';
  };
  const formatValue = (path: string, value: unknown) => {
    if (path.endsWith('.found')) return getChoiceName(choices.found, String(value));
    return typeof value === 'string' ? value : '';
  };

  const send = async (edited: Edited): Promise<boolean> => {
    // An unexpected item that nothing names yet waits until it is named.
    const values = copyNamed(edited.form.getValues());
    if (Object.keys(getChangedValues(edited.saved(), values)).length === 0) return true;
    const broken = Object.keys(validateGoodsReceipt(values));
    if (broken.length > 0) {
      await edited.form.trigger(broken as never[]);
      return false;
    }
    const getValues = (repair: Repair) => toGoodsReceiptForm(repair, edited.form.getValues('extras'));
    const merging = createRecordMerging<Repair, GoodsReceiptForm>(
      edited,
      { getValues, getLabel, formatValue },
      async () => null,
    );
    let isSaved = false;
    await save(buildRepairUpdate('saveArrivals', toGoodsReceiptBody(parts, values)), {
      merging: {
        ...merging,
        again: async () => {
          isSaved = await send(edited);
          return null;
        },
      },
      applyServerErrors: (error) => edited.applyServerErrors(error, toFormPath(getReceivedParts(parts, values))),
      onSaved: () => {
        isSaved = true;
        edited.markSaved(values);
      },
    });
    return isSaved;
  };

  const flush = useEvent((edited: Edited) => {
    const sendAll = async () => {
      let isSaved = true;
      while (isSaved && isWanted.current) {
        isWanted.current = false;
        isSaved = await send(edited);
      }
      return isSaved;
    };
    isWanted.current = true;
    running.current ??= sendAll().finally(() => {
      running.current = null;
    });
    return running.current;
  });
  return { problem, flush };
}
