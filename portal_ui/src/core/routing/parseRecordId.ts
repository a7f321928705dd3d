/** Parse the id of a record in an address; null for anything that the server would refuse. */
export function parseRecordId(id = ''): number | null {
  const value = Number(id);
  return /^[1-9]\d*$/.test(id) && Number.isSafeInteger(value) ? value : null;
}
