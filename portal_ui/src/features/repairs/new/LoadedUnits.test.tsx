// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Run } from '../../../api/imports';
import { buildRow, buildRun, renderAt, serve } from '../../imports/testing';
import { LoadedUnits } from './LoadedUnits';

vi.setConfig({ testTimeout: 30_000 });

const record = { id: 5, partName: 'Pager', manufacturer: 'Acme', number: 'P-1', category: 'HANDHELD', imageUrl: null };
const rows = [1, 2, 3].map((number) => buildRow(number, { record, cells: { serialNumber: `SN-${number}` } }));
const part = { id: 5, name: 'Pager', maker: 'Acme', imageUrl: null, category: 'HANDHELD' };
const column = { index: 1, heading: '', samples: [], field: 'serialNumber', sure: true, remembered: false };
const counts = { create: 3, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} };
const onLoad = vi.fn();
const onAgain = vi.fn();
const PUT = 'PUT /api/v1/imports/7/columns';

async function open(
  run: Partial<Run>,
  { maxUnits = 10, answers = {} as Parameters<typeof serve>[0], withPart = false } = {},
) {
  onLoad.mockReset();
  onAgain.mockReset();
  const answered = {
    target: 'repair-units',
    columns: [column],
    fixed: { part: 'Acme P-1' },
    missing: [],
    counts,
    ...run,
  };
  const requests = serve({
    'GET /api/v1/imports/7': () => buildRun(answered),
    [PUT]: () => buildRun({ ...answered, fixed: { part: 'Acme Pager' } }),
    'GET /api/v1/imports/7/rows': () => ({ content: rows, totalElements: 3 }),
    ...answers,
  });
  await renderAt(<LoadedUnits id={7} part={withPart ? part : undefined} {...{ maxUnits, onLoad, onAgain }} />);
  return { requests };
}
const take = (name: string) => screen.findByText<HTMLButtonElement>(name, { selector: 'button' });

it('adds all rows, and says nothing of them if they are right', async () => {
  await open({});
  const button = await take('Add 3 units');
  expect(screen.queryByText(/won't be added|You can add/)).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(onLoad).toHaveBeenCalledOnce());
  expect(onLoad.mock.calls[0]?.[0]).toHaveLength(3);
});

it('adds no more rows than the request can take', async () => {
  await open({}, { maxUnits: 2 });
  fireEvent.click(await take('Add 2 units'));
  expect(screen.getByText('You can add 2 more units to this request.')).toBeTruthy();
  await waitFor(() => expect(onLoad.mock.calls[0]?.[0]).toHaveLength(2));
});

it('leaves out rows with errors, and adds nothing if there is no other row', async () => {
  await open({ counts: { ...counts, create: 0, wrong: 1 } });
  expect((await take('Add 0 units')).disabled).toBe(true);
  expect(screen.getByText("1 row has errors and won't be added. Fix it here.")).toBeTruthy();
  fireEvent.click(screen.getByText('Start over', { selector: 'button' }));
  expect(onAgain).toHaveBeenCalledOnce();
});

it('reports rows that cannot be read, and lets the user try again', async () => {
  await open({});
  const button = await take('Add 3 units');
  const answers: unknown[] = [new Response('{}', { status: 500 }), { content: rows, totalElements: 3 }];
  serve({ 'GET /api/v1/imports/7/rows': () => answers.shift() });
  fireEvent.click(button);
  await waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
  expect(onLoad).not.toHaveBeenCalled();
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(onLoad).toHaveBeenCalledOnce());
});

it('sets the chosen part once for rows that name none', async () => {
  const { requests } = await open({ state: 'COLUMNS', fixed: { category: 'RPM' }, counts: null }, { withPart: true });
  const writes = () => requests.filter(({ method }) => method === 'PUT');
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({
    columns: [{ index: 1, field: 'serialNumber' }],
    // A part without a number is named by its model.
    fixed: { category: 'RPM', part: 'Acme Pager' },
  });
  await screen.findByText('Start over', { selector: 'button' });
  expect(writes()).toHaveLength(1);
});

it('does not set a part that was not chosen, or that the rows name', async () => {
  const { requests } = await open({ fixed: {} });
  await take('Add 3 units');
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
});

it('says why a file cannot be loaded, and lets the user start over', async () => {
  await open({ state: 'FAILED', error: { message: 'The file is empty.' } as Run['error'] });
  await screen.findByText('The file is empty.');
  fireEvent.click(screen.getByText('Start over', { selector: 'button' }));
  expect(onAgain).toHaveBeenCalledOnce();
});
