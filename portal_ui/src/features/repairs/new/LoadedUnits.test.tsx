// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Run } from '../../../api/imports';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { buildCorrected, buildRow, buildRun, renderAt, serve } from '../../imports/testing';
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
  { maxUnits = 10, responses = {} as Parameters<typeof serve>[0], withPart = false } = {},
) {
  onLoad.mockReset();
  onAgain.mockReset();
  const values = {
    target: 'repair-units',
    columns: [column],
    fixed: { part: 'Acme P-1' },
    missing: [],
    counts,
    ...run,
  };
  const requests = serve({
    'GET /api/v1/imports/7': () => buildRun(values),
    [PUT]: () => buildRun({ ...values, fixed: { part: 'Acme Pager' } }),
    'GET /api/v1/imports/7/rows': () => ({ content: rows, totalElements: 3 }),
    ...responses,
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
  const responses: unknown[] = [new Response('{}', { status: 500 }), { content: rows, totalElements: 3 }];
  serve({ 'GET /api/v1/imports/7/rows': () => responses.shift() });
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

it('asks for the rows that the request can take, and no more', async () => {
  const responses = { 'GET /api/v1/imports/7/rows': () => ({ content: rows, totalElements: 450 }) };
  const { requests } = await open({ counts: { ...counts, create: 450 } }, { maxUnits: 2, responses });
  const button = await take('Add 2 units');
  const before = requests.length;
  fireEvent.click(button);
  await waitFor(() => expect(onLoad).toHaveBeenCalledOnce());
  const read = requests.slice(before).filter(({ path }) => path.endsWith('/rows'));
  expect(read.map(({ query }) => [query.get('page'), query.get('size')])).toEqual([['0', '200']]);
});

it('has a reason for rows that are left out only if there are some', async () => {
  await open({ counts: { ...counts, create: 3, wrong: 2 } }, { maxUnits: 3 });
  const button = await take('Add 3 units');
  const reason = screen.getByText("2 rows have errors and won't be added. Fix them here.");
  expect(button.getAttribute('aria-describedby')).toBe(reason.id);
  expect(button.disabled).toBe(false);
});

it('is busy while the rows are read', async () => {
  let respond: (value: unknown) => void = () => undefined;
  await open({});
  const button = await take('Add 3 units');
  serve({ 'GET /api/v1/imports/7/rows': () => new Promise((resolve) => (respond = resolve)) });
  fireEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  respond({ content: rows, totalElements: 3 });
  await waitFor(() => expect(onLoad).toHaveBeenCalledOnce());
});

it('adds no rows while a correction is not saved', async () => {
  writeDraft(buildDraftKey('imports', 7, 'corrections'), { 1: { serialNumber: 'SN-9' } });
  const put = 'PUT /api/v1/imports/7/rows/1';
  let respond: (value: unknown) => void = () => undefined;
  await open({}, { responses: { [put]: () => new Promise((resolve) => (respond = resolve)) } });
  expect((await take('Add 3 units')).disabled).toBe(true);
  expect(screen.getByText("A correction isn't saved yet.")).toBeTruthy();
  respond(buildCorrected(rows[0] as (typeof rows)[0], { create: 3, change: 0 }));
  await waitFor(async () => expect((await take('Add 3 units')).disabled).toBe(false));
});

it('shows the check of the rows while the chosen part is set, and their columns if that fails', async () => {
  let respond: (value: unknown) => void = () => undefined;
  const responses = { [PUT]: () => new Promise((resolve) => (respond = resolve)) };
  const { requests } = await open({ state: 'COLUMNS', fixed: {}, counts: null }, { responses, withPart: true });
  await screen.findByText('Checking the rows…');
  expect(screen.queryByText('Start over', { selector: 'button' })).toBeNull();
  respond(new Response('{}', { status: 500 }));
  await screen.findByText('Start over', { selector: 'button' });
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it('shows the state of an import that the server works on', async () => {
  await open({ state: 'READING' });
  await screen.findByText(/^Reading/);
  // The dialog around it remains open.
  expect(screen.queryByText(/You can leave this page/)).toBeNull();
});

it('reports an import that cannot be read, and lets the user try again', async () => {
  let isGone = true;
  const run = buildRun({ target: 'repair-units', columns: [column], missing: [], counts });
  serve({
    'GET /api/v1/imports/7': () => (isGone ? new Response('{}', { status: 404 }) : run),
    'GET /api/v1/imports/7/rows': () => ({ content: rows, totalElements: 3 }),
  });
  await renderAt(<LoadedUnits id={7} part={undefined} maxUnits={10} {...{ onLoad, onAgain }} />);
  const again = await screen.findByText('Try again', { selector: 'button' });
  isGone = false;
  fireEvent.click(again);
  await take('Add 3 units');
});
