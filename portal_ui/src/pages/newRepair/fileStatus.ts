import { stillThere } from '../../kernel/files/stillThere';
import type { UploadedFile } from '../../kernel/files/types';
import { allUnits, type Groups, type UnitFields } from './groups';
import { withoutGone } from './submission';
import type { RepairForm } from './useRepairForm';

/** A file of the draft that the server no longer holds. */
export interface GoneFile {
  unitId: string;
  file: UploadedFile;
}

const filesOf = (groups: Groups, units: Readonly<Record<string, UnitFields>>) =>
  allUnits(groups).flatMap((unitId) => units[unitId]?.attachments ?? []);

/** Asks which attachments the server still holds, takes the others out of the form and answers them. */
export async function removeGoneFiles({ form, latest, save }: RepairForm): Promise<GoneFile[]> {
  const files = filesOf(latest.current, form.getValues('units') ?? {});
  if (files.length === 0) return [];
  const there = await stillThere(files.map(({ id }) => id));
  // What was uploaded while the answer was on its way was not asked about.
  const asked = new Set(files.map(({ id }) => id));
  const { units, gone } = withoutGone(form.getValues('units') ?? {}, (id) => !asked.has(id) || there.has(id));
  for (const unitId of new Set(gone.map((lost) => lost.unitId))) {
    form.setValue(`units.${unitId}.attachments`, units[unitId]?.attachments ?? []);
  }
  if (gone.length > 0) save();
  return gone;
}
