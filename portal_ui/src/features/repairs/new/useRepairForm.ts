import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { SelectedPart } from '../../../api/parts';
import { MAX_PROBLEM_LENGTH } from '../../../api/repairs';
import { exampleFile, hasShape } from '../../../core/creation/hasShape';
import { useRequestDraft } from '../../../core/creation/requestDraft';
import type { SourceInstrument } from '../../../core/creation/sourceInstrument';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { useRetryWhenOnline } from '../../../core/files/uploads';
import {
  addUnits,
  buildGroupKey,
  createEmptyUnit,
  createUnitId,
  type Groups,
  getUnitIds,
  removeGroup,
  removeUnit,
  type UnitFields,
} from './unitGroups';
import { UnitUploads } from './unitUploads';

/** Create the unit of a remote support request, with its text and files. */
export const createUnitFromSource = ({ title, description, serialNumber, files }: SourceRequest): UnitFields => ({
  serialNumber,
  serviceTag: '',
  // If both do not fit, the title is omitted: the linked request shows it.
  problemDescription:
    [`${title}\n\n${description}`, description].find(({ length }) => length <= MAX_PROBLEM_LENGTH) ?? '',
  attachments: files,
});

/** Create the group of that unit; empty if the request has no part. */
export const createGroupsFromSource = (origin: SourceRequest | null): { part: SelectedPart; units: UnitFields[] }[] =>
  origin?.part ? [{ part: origin.part, units: [createUnitFromSource(origin)] }] : [];

/** Content of a draft: units grouped by part. */
type StoredGroups = readonly { part: SelectedPart; units: readonly UnitFields[] }[];

const example: StoredGroups = [
  {
    part: { id: 0, name: '', maker: '', category: '', imageUrl: null },
    units: [{ serialNumber: '', serviceTag: '', problemDescription: '', attachments: [exampleFile] }],
  },
];

/** Parse a draft; null if it has another shape. */
export const parseRepairDraft = (value: unknown): StoredGroups | null =>
  hasShape(value, example) && value.length > 0 && value.every(({ units }) => units.length > 0) ? value : null;

/** Convert the form to its draft; null while it has no units. */
export const toRepairDraft = (groups: Groups, units: Readonly<Record<string, UnitFields>>): StoredGroups | null =>
  groups.length === 0
    ? null
    : groups.map(({ part, unitIds }) => ({ part, units: unitIds.flatMap((unitId) => units[unitId] ?? []) }));

/** Restore groups and units from a draft, each unit with a new id. */
export const restoreRepairDraft = (stored: StoredGroups, newUnitId: () => string) => {
  const units: Record<string, UnitFields> = {};
  let groups: Groups = [];
  for (const { part, units: storedUnits } of stored) {
    const ids = storedUnits.map((unit) => {
      const id = newUnitId();
      units[id] = unit;
      return id;
    });
    groups = addUnits(groups, part, ids);
  }
  return { groups, units };
};

/** Values of the form library: cells by unit. Groups and their order are separate state. */
export type FormValues = { units: Record<string, UnitFields> };

export const REPAIR_DRAFT = 'newRepair';
const AUTOSAVE_MS = 1_000;

/** Return the ids of units without a serial number, in page order. */
const withoutSerial = (groups: Groups, units: FormValues['units'] | undefined) =>
  getUnitIds(groups).filter((unitId) => !units?.[unitId]?.serialNumber.trim());

/** Return the state of the page: unit groups, form, uploads and draft. */
export function useRepairForm(origin: SourceRequest | null) {
  const { limits } = useMeta();
  const draft = useRequestDraft(REPAIR_DRAFT, origin?.id ?? 0, parseRepairDraft);
  // Without a part, the data of the source request go to the first unit that is added.
  const pendingUnit = useRef(origin && !origin.part && !draft.found ? createUnitFromSource(origin) : null);
  const [restored] = useState(() => restoreRepairDraft(draft.found ?? createGroupsFromSource(origin), createUnitId));
  const [groups, setGroups] = useState<Groups>(restored.groups);
  // Row callbacks read the groups from a ref: they stay stable, and no row is rerendered.
  const latest = useRef(groups);

  const resolver: Resolver<FormValues> = useCallback((values) => {
    const missing = withoutSerial(latest.current, values.units);
    if (missing.length === 0) return { values, errors: {} };
    const errors = missing.map((id) => [
      id,
      { serialNumber: { type: 'required', message: 'newRepair.serialRequired' } },
    ]);
    return { values: {}, errors: { units: Object.fromEntries(errors) } as FieldErrors<FormValues> };
  }, []);
  // Not a PortalForm: its draft subscribes to all values, which copies those of 300 units on each key.
  const form = useForm<FormValues>({ defaultValues: { units: restored.units }, resolver, shouldFocusError: false });
  useEffect(
    () => draft.watch(() => toRepairDraft(latest.current, form.getValues('units')), AUTOSAVE_MS),
    [draft, form],
  );
  // The copied files belong only to this form: save them, so that a reload finds them.
  useEffect(() => {
    if (origin?.part && !draft.found) draft.save();
  }, [origin, draft]);

  const [missingSerials, setMissingSerials] = useState(() => withoutSerial(groups, restored.units).length);
  const count = useCallback(
    () => setMissingSerials(withoutSerial(latest.current, form.getValues('units')).length),
    [form],
  );

  const { getValues, setValue, unregister } = form;
  const uploads = useMemo(
    () =>
      new UnitUploads(limits.attachmentBytes, (unitId, file) => {
        const name = `units.${unitId}.attachments` as const;
        setValue(name, [...(getValues(name) ?? []), file]);
        // Save immediately: a "saved" draft must include the file, and a browser crash must not lose it.
        draft.save();
      }),
    [limits.attachmentBytes, getValues, setValue, draft],
  );
  useRetryWhenOnline(uploads);

  const actions = useMemo(() => {
    const change = (next: Groups) => {
      latest.current = next;
      setGroups(next);
      count();
    };
    const dropUnits = (unitIds: readonly string[]) => {
      uploads.drop(unitIds);
      unregister(unitIds.map((unitId) => `units.${unitId}` as const));
    };
    const filterFiles = (unitId: string, predicate: (fileId: string) => boolean) => {
      const name = `units.${unitId}.attachments` as const;
      form.clearErrors(name);
      setValue(
        name,
        getValues(name).filter(({ id }) => predicate(id)),
      );
      draft.save();
    };
    return {
      /** Add a unit of an instrument once; false if its part cannot be repaired. */
      addInstrument({ part, serialNumber, serviceTag }: SourceInstrument): boolean {
        const group = part && latest.current.find((each) => buildGroupKey(each.part) === buildGroupKey(part));
        const isAdded = group?.unitIds.some((id) => getValues(`units.${id}.serialNumber`) === serialNumber);
        if (!part || isAdded) return part !== null;
        const id = createUnitId();
        setValue(`units.${id}`, { ...createEmptyUnit(), serialNumber, serviceTag });
        change(addUnits(latest.current, part, [id]));
        draft.save();
        return true;
      },
      /** Add units of a part; returns their ids. */
      add(part: SelectedPart, quantity: number): string[] {
        const ids = Array.from({ length: quantity }, createUnitId);
        for (const id of ids) {
          setValue(`units.${id}`, pendingUnit.current ?? createEmptyUnit());
          pendingUnit.current = null;
        }
        change(addUnits(latest.current, part, ids));
        draft.save();
        return ids;
      },
      /** Change the part of a unit; its entered values stay. */
      changePart(unitId: string, part: SelectedPart) {
        change(addUnits(removeUnit(latest.current, unitId), part, [unitId]));
        draft.save();
      },
      /** Remove units, except those that no longer exist. */
      removeUnits(unitIds: readonly string[]) {
        const existing = getUnitIds(latest.current).filter((id) => unitIds.includes(id));
        if (existing.length === 0) return;
        change(existing.reduce(removeUnit, latest.current));
        dropUnits(existing);
        draft.save();
      },
      removeGroup(key: string) {
        const removed = latest.current.find((group) => buildGroupKey(group.part) === key);
        change(removeGroup(latest.current, key));
        dropUnits(removed?.unitIds ?? []);
        draft.save();
      },
      /** Clear the form. */
      clear() {
        dropUnits(getUnitIds(latest.current));
        form.clearErrors();
        change([]);
      },
      /** Upload files to a unit, up to the maximum number of attachments. */
      addFiles(unitId: string, files: File[]) {
        const attachments = getValues(`units.${unitId}.attachments`);
        uploads.getQueue(unitId).add(files, limits.attachmentCount - attachments.length);
      },
      removeFile: (unitId: string, fileId: string) => filterFiles(unitId, (id) => id !== fileId),
      /** Remove files from all units. */
      removeFiles(ids: ReadonlySet<string>) {
        for (const unitId of getUnitIds(latest.current)) {
          const attachments = getValues(`units.${unitId}.attachments`);
          if (attachments.some(({ id }) => ids.has(id))) filterFiles(unitId, (id) => !ids.has(id));
        }
      },
      /** Schedule the autosave and count the missing serial numbers. */
      changed() {
        draft.touch();
        count();
      },
    };
  }, [form, setValue, getValues, unregister, uploads, count, draft, limits.attachmentCount]);

  return { form, groups, latest, missingSerials, uploads, draft, actions };
}

export type RepairForm = ReturnType<typeof useRepairForm>;
