/** Parse the id of a record; null for values that the server would reject. */
export function parseRecordId(id?: string | null): number | null {
  const value = Number(id);
  return /^[1-9]\d*$/.test(id ?? '') && Number.isSafeInteger(value) ? value : null;
}
