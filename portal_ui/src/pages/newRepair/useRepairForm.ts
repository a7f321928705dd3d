import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { useMeta } from '../../server/meta';
import { newIdempotencyKey } from '../../shared/idempotencyKey';
import { type Draft, draftKey, type FormContent, loadDraft } from './draft';
import {
  addUnits,
  allUnits,
  emptyUnit,
  type Groups,
  groupKey,
  removeGroup,
  removeUnit,
  type UnitFields,
} from './groups';
import { newUnitId } from './newId';
import { UnitUploads } from './unitUploads';
import { useAutosave } from './useAutosave';

/** What the form library holds: the cells, by unit. Groups and their order are the page's. */
export type FormValues = { units: Record<string, UnitFields> };

/** Units whose serial number is still empty, in the order of the page. */
const withoutSerial = (groups: Groups, units: FormValues['units'] | undefined) =>
  allUnits(groups).filter((unitId) => !units?.[unitId]?.serialNumber.trim());

/** The whole state of the page: units in groups, what is typed, uploads, and the draft that keeps them. */
export function useRepairForm() {
  const translate = useTranslate();
  const { limits, user } = useMeta();
  const [restored] = useState<Draft | null>(() => loadDraft(user.username, newUnitId));
  const [groups, setGroups] = useState<Groups>(restored?.groups ?? []);
  const idempotencyKey = useRef(restored?.idempotencyKey ?? newIdempotencyKey());
  const uncertain = useRef(restored?.uncertain ?? false);
  // Callbacks of rows read the groups here, so that they stay the same objects and no row is drawn again.
  const latest = useRef(groups);

  const required = translate('newRepair.serialRequired');
  const resolver: Resolver<FormValues> = useCallback(
    (values) => {
      const missing = withoutSerial(latest.current, values.units);
      if (missing.length === 0) return { values, errors: {} };
      const errors = missing.map((id) => [id, { serialNumber: { type: 'required', message: required } }]);
      return { values: {}, errors: { units: Object.fromEntries(errors) } as FieldErrors<FormValues> };
    },
    [required],
  );
  const form = useForm<FormValues>({
    defaultValues: { units: restored?.units ?? {} },
    resolver,
    shouldFocusError: false,
  });

  const content = (): FormContent | null =>
    latest.current.length === 0
      ? null
      : {
          idempotencyKey: idempotencyKey.current,
          uncertain: uncertain.current,
          groups: latest.current,
          units: form.getValues('units'),
        };
  const autosave = useAutosave(user.username, content);
  const { save, discard, touch } = autosave;

  useEffect(() => {
    // The draft went in another tab: it may have been sent from there, with this key.
    const onStorage = (event: StorageEvent) => {
      if (event.key === draftKey(user.username) && event.newValue === null) uncertain.current = true;
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [user.username]);

  const [missing, setMissing] = useState(() => withoutSerial(groups, restored?.units ?? {}).length);
  const count = useCallback(() => setMissing(withoutSerial(latest.current, form.getValues('units')).length), [form]);

  const { getValues, setValue, unregister } = form;
  const uploads = useMemo(
    () =>
      new UnitUploads(limits.attachmentBytes, (unitId, file) => {
        const name = `units.${unitId}.attachments` as const;
        setValue(name, [...(getValues(name) ?? []), file]);
        touch();
      }),
    [limits.attachmentBytes, getValues, setValue, touch],
  );
  useEffect(() => {
    window.addEventListener('online', uploads.retryLost);
    return () => {
      window.removeEventListener('online', uploads.retryLost);
      uploads.dropAll();
    };
  }, [uploads]);

  const actions = useMemo(() => {
    const change = (next: Groups) => {
      latest.current = next;
      setGroups(next);
      count();
    };
    const forget = (unitIds: readonly string[]) => {
      uploads.drop(unitIds);
      unregister(unitIds.map((unitId) => `units.${unitId}` as const));
    };
    return {
      /** Adds units of a part; answers their ids. */
      add(part: ChosenPart, quantity: number): string[] {
        const ids = Array.from({ length: quantity }, newUnitId);
        for (const id of ids) setValue(`units.${id}`, emptyUnit());
        change(addUnits(latest.current, part, ids));
        save();
        return ids;
      },
      removeUnit(unitId: string) {
        change(removeUnit(latest.current, unitId));
        forget([unitId]);
        save();
      },
      removeGroup(key: string) {
        const going = latest.current.find((group) => groupKey(group.part) === key);
        change(removeGroup(latest.current, key));
        forget(going?.unitIds ?? []);
        save();
      },
      /** Empties the form: it becomes another one, so it gets another key. */
      clear() {
        forget(allUnits(latest.current));
        idempotencyKey.current = newIdempotencyKey();
        uncertain.current = false;
        form.clearErrors();
        change([]);
        discard();
      },
      /** Takes a file out of a unit. */
      removeFile(unitId: string, fileId: string) {
        const name = `units.${unitId}.attachments` as const;
        form.clearErrors(name);
        setValue(
          name,
          getValues(name).filter(({ id }) => id !== fileId),
        );
        save();
      },
      /** After anything was typed or set. */
      changed() {
        touch();
        count();
      },
    };
  }, [form, setValue, getValues, unregister, uploads, count, save, discard, touch]);

  return {
    form,
    groups,
    latest,
    missing,
    uploads,
    restored,
    saved: autosave.saved,
    save,
    discard,
    idempotencyKey,
    uncertain,
    actions,
  };
}

export type RepairForm = ReturnType<typeof useRepairForm>;
