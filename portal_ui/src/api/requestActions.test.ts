import { beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';
import { call } from './http';
import { buildRecordKey, requestQuery } from './recordQuery';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  sent.mockResolvedValue(true);
});

type Expected = [resource: string, action: string, method: string, path: string, id: object];

const repair = { repairId: 7 };
const repairing = '/api/v1/repairing';
const parts = '/api/v1/parts';
const support = '/api/v1/support';

const update = (resource: string, action: string) =>
  dataProvider.update(resource, {
    id: 7,
    data: { note: 'x' },
    previousData: { id: 7 },
    meta: { action, version: 3, idempotencyKey: 'k' },
  });

it.each<Expected>([
  ['repairs', 'commentRequest', 'PUT', `${repairing}/save/request/approval/comment`, {}],
  ['repairs', 'decideInitial', 'POST', `${repairing}/change/initial/status/all`, repair],
  ['repairs', 'decideRepair', 'POST', `${repairing}/change/main/status/all`, repair],
  ['repairs', 'saveShipping', 'POST', `${repairing}/save/shipping/data`, repair],
  ['repairs', 'savePickUp', 'POST', `${repairing}/save/pick-up-shipping/data`, repair],
  ['repairs', 'saveArrivals', 'POST', `${repairing}/save/arrivals`, repair],
  ['repairs', 'addUnit', 'POST', `${repairing}/add/repair-part`, repair],
  ['repairs', 'saveDiagnostics', 'POST', `${repairing}/save/part-in-diagnostic`, repair],
  ['repairs', 'saveRepairs', 'POST', `${repairing}/update/parts/repair/data/all`, repair],
  ['repairs', 'saveTransitBack', 'POST', `${repairing}/save/transit-back-shipping/data`, repair],
  ['partRequests', 'commentRequest', 'PUT', `${parts}/save/request/approval/comment`, {}],
  ['partRequests', 'commentItem', 'PUT', `${parts}/save/item/approval/comment`, {}],
  ['partRequests', 'decideItems', 'POST', `${parts}/update/part-request/initial-approval`, { id: 7 }],
  ['partRequests', 'saveShipping', 'POST', `${parts}/update/part-request/one-way-shipping`, { id: 7 }],
  ['partRequests', 'saveTransport', 'POST', `${parts}/update/part-request/transport-arrangement`, { id: 7 }],
  ['remoteSupport', 'commentRequest', 'PUT', `${support}/save/request/approval/comment`, {}],
])('%s: %s sends its data as the body', async (resource, action, method, path, id) => {
  expect(await update(resource, action)).toEqual({ data: { id: 7 } });
  const options = { query: { ...id, version: 3 }, body: { note: 'x' }, idempotencyKey: 'k' };
  expect(sent.mock.calls).toEqual([[method, path, options]]);
});

it.each<Expected>([
  ['repairs', 'changeService', 'PUT', '/api/v1/requests/change/service', { requestId: 7 }],
  ['repairs', 'saveDiagnosticStart', 'POST', `${repairing}/save/diagnostic-start-date`, repair],
  ['repairs', 'deleteUnit', 'DELETE', `${repairing}/delete/repair-part`, {}],
  ['partRequests', 'changeService', 'PUT', '/api/v1/requests/change/service', { requestId: 7 }],
  ['partRequests', 'setItemPart', 'PUT', `${parts}/update/part-request/item-part`, {}],
  ['remoteSupport', 'changeService', 'PUT', `${support}/change/service`, { requestId: 7 }],
  ['remoteSupport', 'decide', 'POST', `${support}/update/initial-approval`, { remoteSupportId: 7 }],
  ['remoteSupport', 'checkPoint', 'PUT', `${support}/check`, { requestId: 7 }],
  ['remoteSupport', 'deleteSession', 'DELETE', `${support}/delete/service-review-session`, {}],
])('%s: %s sends its data in the query', async (resource, action, method, path, id) => {
  await update(resource, action);
  const options = { query: { ...id, note: 'x', version: 3 }, idempotencyKey: 'k' };
  expect(sent.mock.calls).toEqual([[method, path, options]]);
});

it.each([
  ['repairs', 'GET', `${repairing}/fetch/repair`, repair],
  ['partRequests', 'GET', `${parts}/fetch/part-request`, { id: 7 }],
  ['remoteSupport', 'GET', `${support}/fetch/by/id`, { id: 7 }],
])('%s are read by their id', async (resource, method, path, query) => {
  sent.mockResolvedValue({ id: 7, repairParts: [] });
  await dataProvider.getOne(resource, { id: 7 });
  expect(sent.mock.calls).toEqual([[method, path, { query }]]);
});

it.each([
  ['partRequests', 'POST', `${parts}/new-part-request-items`],
  ['remoteSupport', 'PUT', `${support}/save`],
])('%s are created with their data', async (resource, method, path) => {
  await dataProvider.create(resource, { data: { note: 'x' }, meta: { query: { requestId: 4 } } });
  expect(sent).toHaveBeenCalledWith(method, path, {
    query: { version: undefined, requestId: 4 },
    body: { note: 'x' },
  });
});

it('deletes a repair, and no remote support, which cannot be deleted', async () => {
  const params = { id: 7, previousData: { id: 7 }, meta: { version: 3 } };
  expect(await dataProvider.delete('repairs', params)).toEqual({ data: { id: 7 } });
  expect(sent.mock.calls).toEqual([['DELETE', `${repairing}/delete`, { query: { repairId: 7, version: 3 } }]]);
  await expect(dataProvider.delete('remoteSupport', params)).rejects.toThrow('remoteSupport cannot be deleted');
  expect(sent).toHaveBeenCalledTimes(1);
});

it('notes when a remote support was read, for the countdown of its edit window', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1234);
  sent.mockResolvedValue({ id: 7 });
  expect((await dataProvider.getOne('remoteSupport', { id: 7 })).data).toEqual({ id: 7, readAt: 1234 });
  vi.restoreAllMocks();
});

it('prefetches a request under the key and in the language in which its page reads it', async () => {
  sent.mockResolvedValue({ id: 7 });
  const query = requestQuery('partRequests', 7, 'es');
  expect(query.queryKey).toEqual(buildRecordKey('partRequests', 7, { language: 'es' }));
  expect(buildRecordKey('partRequests', 7)).toEqual(buildRecordKey('partRequests', '7'));
  const { signal } = new AbortController();
  expect(await query.queryFn?.({ signal } as never)).toEqual({ id: 7 });
  expect(sent.mock.calls[0]?.[2]).toEqual({ query: { id: 7 }, language: 'es', signal });
});
