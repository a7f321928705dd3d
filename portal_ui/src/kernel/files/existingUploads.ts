import { call } from '../../server/http';

/** So many ids fit into one address. */
const AT_ONCE = 40;

/** Those of the caller's unused uploads that the server still holds: a restored draft asks. */
export async function existingUploads(ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const query = { ids: ids.slice(from, from + AT_ONCE) };
    for (const id of await call<string[]>('GET', '/api/v1/files/status', { query })) there.add(id);
  }
  return there;
}
