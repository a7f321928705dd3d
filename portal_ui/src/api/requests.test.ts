import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';
import { call } from './http';
import { createQueryClient, metaKey } from './queryClient';
import { buildRecordKey, invalidateLists, TIMELINE_KEY } from './recordQuery';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

const update = (resource: string, action: string, data: object, more: object = {}) =>
  dataProvider.update(resource, { id: 7, data, previousData: { id: 7 }, meta: { action, version: 3, ...more } });

beforeEach(() => {
  sent.mockReset();
  sent.mockResolvedValue({ version: 4 });
});

it('reads a request in the given language and numbers its units', async () => {
  sent.mockResolvedValueOnce({ id: 7, repairParts: [{ id: 5 }, { id: 6 }] });
  const { signal } = new AbortController();
  const { data } = await dataProvider.getOne('repairs', { id: 7, meta: { language: 'es' }, signal });
  const options = { query: { repairId: 7 }, language: 'es', signal };
  expect(sent).toHaveBeenCalledWith('GET', '/api/v1/repairing/fetch/repair', options);
  expect(data.repairParts.map(({ rowNumber }: { rowNumber: number }) => rowNumber)).toEqual([1, 2]);
});

it.each([
  ['repairs', 'saveTransit', 'POST', '/api/v1/repairing/save/transit/data', { repairId: 7 }],
  ['repairs', 'commentUnit', 'PUT', '/api/v1/repairing/save/part/approval/comment', {}],
  ['partRequests', 'savePacking', 'POST', '/api/v1/parts/update/part-request/packing', { id: 7 }],
  ['remoteSupport', 'saveSession', 'POST', '/api/v1/support/process/service-review-session', { requestId: 7 }],
])('%s: %s sends its data as the body, with id and version', async (resource, action, method, path, id) => {
  expect(await update(resource, action, { note: 'x' })).toEqual({ data: { id: 7, version: 4 } });
  expect(sent).toHaveBeenCalledWith(method, path, { query: { ...id, version: 3 }, body: { note: 'x' } });
});

it.each([
  ['repairs', 'POST', '/api/v1/repairing/change/repair/status', 'repairId'],
  ['partRequests', 'PUT', '/api/v1/parts/update-part-request-status', 'partRequestId'],
  ['remoteSupport', 'PUT', '/api/v1/support/update-status', 'remoteSupportId'],
])('%s: a transition sends the status that it starts from', async (resource, method, path, idParam) => {
  await update(resource, 'move', { status: null, expectedStatus: 'NEW' });
  const query = { [idParam]: 7, status: null, expectedStatus: 'NEW', version: 3 };
  expect(sent).toHaveBeenCalledWith(method, path, { query });
});

it('creates a request with an idempotency key', async () => {
  sent.mockResolvedValue({ id: 9, number: 'R-9' });
  const meta = { query: { originId: 2 }, idempotencyKey: 'k' };
  expect(await dataProvider.create('repairs', { data: { parts: [] }, meta })).toEqual({
    data: { id: 9, number: 'R-9' },
  });
  expect(sent).toHaveBeenCalledWith('POST', '/api/v1/repairing/create', {
    query: { originId: 2, version: undefined },
    body: { parts: [] },
    idempotencyKey: 'k',
  });
});

it('deletes the version that was read', async () => {
  await dataProvider.delete('partRequests', { id: 7, previousData: { id: 7 }, meta: { version: 3 } });
  const options = { query: { id: 7, version: 3 } };
  expect(sent).toHaveBeenCalledWith('DELETE', '/api/v1/parts/delete/shipping-details', options);
});

it('rejects an action that the request type does not have', async () => {
  await expect(update('repairs', 'decide', {})).rejects.toThrow('repairs: unknown action decide');
  expect(sent).not.toHaveBeenCalled();
});

it('invalidates lists after a write, but not requests, their timelines and the meta', async () => {
  const client = createQueryClient();
  const retainedKeys = [buildRecordKey('repairs', 7, { language: 'en' }), [TIMELINE_KEY, 7, 1, 'en'], [metaKey, 'en']];
  const dated = [['active-repairs', 'getList', {}], buildRecordKey('users', 7), ['counters']];
  for (const key of [...retainedKeys, ...dated]) client.setQueryData(key, {});
  await invalidateLists(client);
  const isInvalidated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(retainedKeys.map(isInvalidated)).toEqual([false, false, false]);
  expect(dated.map(isInvalidated)).toEqual([true, true, true]);
});

it.each([
  ['repairs', false],
  ['parts', true],
])('an update of %s invalidates the meta: %s', async (resource, isRead) => {
  const client = createQueryClient();
  client.setQueryData([metaKey, 'en'], {});
  const mutation = client.getMutationCache().build(client, {
    mutationKey: [resource, 'update', {}],
    mutationFn: async () => null,
  });
  await mutation.execute(undefined);
  expect(client.getQueryState([metaKey, 'en'])?.isInvalidated).toBe(isRead);
});

it('invalidates lists without reading them, if the page does so itself', async () => {
  const client = createQueryClient();
  const read = vi.fn(async () => []);
  const observer = new QueryObserver(client, { queryKey: ['active-repairs', 'getList'], queryFn: read });
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  await invalidateLists(client, { refetchType: 'none' });
  expect([read.mock.calls.length, observer.getCurrentResult().isStale]).toEqual([1, true]);
  await invalidateLists(client);
  expect(read).toHaveBeenCalledTimes(2);
  stop();
});
