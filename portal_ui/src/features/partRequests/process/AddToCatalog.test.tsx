// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from '../../../api/http';
import type { PartRequest } from '../../../api/partRequests';
import { useProcess } from '../../../core/process/processContext';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { AddToCatalog } from './AddToCatalog';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../../../core/forms/resource/CreateRecordDialog', () => ({
  default: ({ onSaved, onClose, ...given }: { onSaved: (part: { id: number }) => void; onClose: () => void }) => (
    <>
      <p>{JSON.stringify(given)}</p>
      <button type="button" onClick={() => onSaved({ id: 44 })}>
        Save part
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </>
  ),
}));
const sent = vi.mocked(call);
/** Errors of the next link requests, in order; later requests succeed. */
let refusals: Error[] = [];
const stale = new ApiError(409, { code: 'STALE', message: 'Changed.' });

const request = (version: number, partId: number | null = null, canLink = true) => {
  const record = buildRecord({ requestedParts: [{ id: 5, partId, partName: 'Tube', images: [] }] }, { version });
  const actions = canLink ? [buildAction('item_part')] : [];
  return { ...record, process: { ...record.process, actions } } as unknown as PartRequest;
};

beforeEach(() => {
  refusals = [];
  sent.mockReset();
  sent.mockImplementation(async (method) => {
    if (method === 'POST') return [{ id: 2 }, { id: 3 }];
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    return { version: 9 };
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Page() {
  const { record } = useProcess<PartRequest>();
  const { stale, problem } = useProcessUpdater();
  const [item] = record.requestedParts;
  return (
    <>
      {item?.partId === null && <AddToCatalog item={item} />}
      <output>{stale ? 'stale' : problem?.kind}</output>
    </>
  );
}

const open = (newest: PartRequest) =>
  render(
    <RouterProvider
      router={createTestRouter(
        <TestPage resource="partRequests" record={request(1)} fetchLatest={async () => newest}>
          <Page />
        </TestPage>,
      )}
    />,
  );
const links = () => sent.mock.calls.filter(([method]) => method === 'PUT').map(([, , options]) => options?.query);
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Add to catalog: Tube' }));
const savePart = async () => {
  await press();
  fireEvent.click(await screen.findByRole('button', { name: 'Save part' }));
};
const linkTo = (version: number) => ({ itemId: 5, partId: 44, version });

it('retries the link after a version conflict', async () => {
  refusals = [stale];
  open(request(2));
  await savePart();
  await waitFor(() => expect(links()).toEqual([linkTo(1), linkTo(2)]));
  expect(screen.getByRole('status').textContent).toBe('');
});

it.each([
  ['has another part in the meantime', request(2, 8)],
  ['belongs to a closed request', request(2, null, false)],
])('reports a conflict without a retry if the item %s', async (_, newest) => {
  refusals = [stale];
  open(newest);
  await savePart();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('stale'));
  expect(links()).toEqual([linkTo(1)]);
});

it('links a part that was created before instead of creating a second one', async () => {
  refusals = [new NetworkError()];
  const page = open(request(2));
  await savePart();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('offline'));
  page.unmount();

  // The server processed the first request; only the response was lost.
  refusals = [stale];
  open(request(2, 44));
  await press();
  await waitFor(() => expect(links()).toEqual([linkTo(1), linkTo(1), linkTo(2)]));
  await waitFor(() => expect(localStorage.length).toBe(0));
});

it('fills in the name of the item and the categories in which parts are ordered', async () => {
  open(request(2));
  expect(sent).not.toHaveBeenCalled();
  await press();
  const given = await screen.findByText(/^\{"name":"parts"/);
  expect(JSON.parse(given.textContent)).toMatchObject({
    name: 'parts',
    sourceId: 5,
    initial: { model: 'Tube', serviceCategories: [2, 3] },
  });
  const [, path, options] = sent.mock.calls[0] ?? [];
  expect([path, options?.body]).toEqual(['/api/v1/parts/fetch/service-categories', ['PARTS']]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save part' })).toBeNull());
  expect(links()).toEqual([]);
});

it('forgets the created part once it is linked, and closes the form', async () => {
  open(request(2, 44));
  await savePart();
  await waitFor(() => expect(links()).toEqual([linkTo(1)]));
  expect(screen.queryByRole('button', { name: 'Save part' })).toBeNull();
  await waitFor(() => expect(localStorage.length).toBe(0));
});
