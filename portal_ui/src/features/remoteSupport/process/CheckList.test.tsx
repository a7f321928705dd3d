// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from '../../../api/http';
import type { Check, RemoteSupport } from '../../../api/remoteSupport';
import { ActionBar } from '../../../core/process/ActionBar';
import { buildAction } from '../../../core/process/testing';
import CheckList from './CheckList';
import { buildSupport, renderOnPage } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  onBusy.mockReset();
});
afterEach(cleanup);

const open = (id: number): Check => ({ id, text: `Point ${id}`, at: null, by: null });
const done = (id: number): Check => ({ ...open(id), at: '2026-11-20T15:00:00Z', by: 'Ana Gil' });
const checkActions = [buildAction('check')];
const onBusy = vi.fn();
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('shows the user who ticked a check, and no checkbox to read-only users', () => {
  renderOnPage(buildSupport([done(1), open(2)]), <CheckList onBusy={onBusy} />);
  expect(screen.getByRole('region', { name: 'Pre-call checks' }).textContent).toContain('1 of 2 done');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^DonePoint 1Ana Gil, /);
  expect(second?.textContent).toBe('To doPoint 2');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it("ticks immediately, saves one check after the other, and shows the server's response", async () => {
  sent.mockResolvedValueOnce({ version: 2 }).mockResolvedValueOnce({ version: 3 });
  renderOnPage(
    buildSupport([open(1), open(2)], checkActions),
    <CheckList onBusy={onBusy} />,
    buildSupport([done(1), done(2)], checkActions),
  );
  fireEvent.click(box('Point 1'));
  fireEvent.click(box('Point 2'));
  expect([box('Point 1').checked, box('Point 2').checked]).toEqual([true, true]);
  await waitFor(() => expect(screen.getAllByText(/^Ana Gil, /)).toHaveLength(2));
  expect(sent.mock.calls.map(([method, path, options]) => [method, path, options?.query])).toEqual([
    ['PUT', '/api/v1/support/check', { requestId: 7, pointId: 1, ticked: true, version: 1 }],
    ['PUT', '/api/v1/support/check', expect.objectContaining({ pointId: 2, ticked: true })],
  ]);
});

it('reverts a tick that the server rejected', async () => {
  sent.mockRejectedValueOnce(new ApiError(403));
  renderOnPage(buildSupport([open(1)], checkActions), <CheckList onBusy={onBusy} />);
  fireEvent.click(box('Point 1'));
  expect(box('Point 1').checked).toBe(true);
  await waitFor(() => expect(box('Point 1').checked).toBe(false));
});

const withActionBar = (
  <>
    <CheckList onBusy={onBusy} />
    <ActionBar />
  </>
);

it('reports that a check was not saved, not that it is still there', async () => {
  sent.mockRejectedValueOnce(new NetworkError());
  renderOnPage(buildSupport([open(1)], checkActions), withActionBar);
  fireEvent.click(box('Point 1'));
  expect((await screen.findByRole('alert')).textContent).toContain("The check wasn't saved.");
});

it('queues a tick during a refetch until the new version is known, and reports that it is busy', async () => {
  const reads: ((record: RemoteSupport) => void)[] = [];
  const read = () => new Promise<RemoteSupport>((resolve) => void reads.push(resolve));
  sent.mockResolvedValueOnce({ version: 2 }).mockResolvedValueOnce({ version: 3 });
  renderOnPage(buildSupport([open(1), open(2)], checkActions), <CheckList onBusy={onBusy} />, read);
  fireEvent.click(box('Point 1'));
  await waitFor(() => expect(reads).toHaveLength(1));
  fireEvent.click(box('Point 2'));
  expect(sent).toHaveBeenCalledTimes(1);
  expect(onBusy).toHaveBeenLastCalledWith(true);
  reads[0]?.(buildSupport([done(1), open(2)], checkActions));
  await waitFor(() => expect(reads).toHaveLength(2));
  expect([sent.mock.calls.length, box('Point 2').checked]).toEqual([2, true]);
  reads[1]?.(buildSupport([done(1), done(2)], checkActions));
  await waitFor(() => expect(onBusy).toHaveBeenLastCalledWith(false));
});

it('removes a tick', async () => {
  sent.mockResolvedValueOnce({ version: 2 });
  renderOnPage(
    buildSupport([done(1)], checkActions),
    <CheckList onBusy={onBusy} />,
    buildSupport([open(1)], checkActions),
  );
  fireEvent.click(box('Point 1'));
  expect(box('Point 1').checked).toBe(false);
  expect(screen.getByRole('region', { name: 'Pre-call checks' }).textContent).toContain('0 of 1 done');
  expect(screen.queryByText(/^Ana Gil/)).toBeNull();
  await waitFor(() => expect(sent.mock.calls[0]?.[2]?.query).toMatchObject({ pointId: 1, ticked: false }));
});

it('drops the ticks after one that was not saved, and saves later ones', async () => {
  sent.mockRejectedValueOnce(new ApiError(403)).mockResolvedValue({ version: 2 });
  renderOnPage(buildSupport([open(1), open(2)], checkActions), <CheckList onBusy={onBusy} />);
  fireEvent.click(box('Point 1'));
  fireEvent.click(box('Point 2'));
  await waitFor(() => expect([box('Point 1').checked, box('Point 2').checked]).toEqual([false, false]));
  expect(sent).toHaveBeenCalledTimes(1);
  expect(onBusy).toHaveBeenLastCalledWith(false);
  fireEvent.click(box('Point 2'));
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls[1]?.[2]?.query).toMatchObject({ pointId: 2, ticked: true });
});

it('closes the error of an earlier check when another one is ticked', async () => {
  sent.mockRejectedValueOnce(new NetworkError()).mockReturnValue(new Promise(() => {}));
  renderOnPage(buildSupport([open(1)], checkActions), withActionBar);
  fireEvent.click(box('Point 1'));
  await screen.findByRole('alert');
  fireEvent.click(box('Point 1'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('is not busy once it is left', async () => {
  sent.mockReturnValue(new Promise(() => {}));
  const { unmount } = renderOnPage(buildSupport([open(1)], checkActions), <CheckList onBusy={onBusy} />);
  fireEvent.click(box('Point 1'));
  expect(onBusy).toHaveBeenLastCalledWith(true);
  unmount();
  expect(onBusy).toHaveBeenLastCalledWith(false);
});
