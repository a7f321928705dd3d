// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Counts, Run } from '../../api/imports';
import { stubMediaQueries } from '../../core/ui/testing';
import { ReviewRun } from './ReviewRun';
import { buildCorrected, buildRow, buildRun, renderAt, serve } from './testing';

const onColumns = vi.fn();
const writeUrl = '/api/v1/imports/7/write';
const build = (counts: Partial<Counts>) =>
  buildRun({
    version: 3,
    counts: { create: 0, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {}, ...counts },
  });

async function open(run: Run, { search = '', respond = () => run as unknown, total = 1 } = {}) {
  const wrong = buildRow(4, { verdict: 'WRONG', errors: { model: ['Required!'] } });
  const requests = serve({
    'GET /api/v1/imports/7/rows': () => ({ content: [wrong], totalElements: total }),
    'PUT /api/v1/imports/7/rows/4': () => new Response('{"code":"FORBIDDEN","message":"Not yours"}', { status: 403 }),
    [`POST ${writeUrl}`]: respond,
  });
  const address = await renderAt(<ReviewRun run={run} onColumns={onColumns} />, { at: `/en/imports/7${search}` });
  await screen.findByRole('textbox', { name: 'Model, row 4' });
  return { requests, address, writes: () => requests.filter(({ path }) => path === writeUrl) };
}
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Import \d/ });
const getReason = () => document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent;
const skip = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Skip/ });

it('cannot import a file that changes nothing', async () => {
  await open(build({ same: 4 }));
  expect([submit().textContent, submit().disabled]).toEqual(['Import 0 rows', true]);
  expect(getReason()).toBe("Everything in the file is already in the list. There's nothing to import.");
  expect(skip()).toBeNull();
});

it('cannot import a file whose rows all have errors', async () => {
  await open(build({ wrong: 2 }));
  expect(submit().disabled).toBe(true);
  expect(getReason()).toBe('Every row has errors. Fix at least one to import.');
  expect(skip()).toBeNull();
});

it('asks whether to skip rows with errors, and asks again if they are no longer skipped', async () => {
  await open(build({ create: 1, change: 1, wrong: 1_200 }));
  expect([submit().textContent, submit().disabled]).toEqual(['Import 2 rows', true]);
  expect(getReason()).toBe('1,200 rows have errors');
  fireEvent.click(skip() as HTMLElement);
  expect([submit().disabled, getReason() ?? '']).toEqual([false, '']);
  fireEvent.click(skip() as HTMLElement);
  expect(submit().disabled).toBe(true);
});

it('lists before the import what happens to the rows', async () => {
  await open(build({ create: 1_000, change: 0, same: 1, wrong: 2 }));
  fireEvent.click(skip() as HTMLElement);
  fireEvent.click(submit());
  const question = within(await screen.findByRole('dialog', { name: 'Import into “Parts”?' }));
  expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1,000 rows will be added.',
    '1 row is already up to date.',
    '2 rows with errors will be skipped.',
  ]);
});

it('writes nothing if the confirmation is closed', async () => {
  const { writes } = await open(build({ create: 1 }));
  fireEvent.click(submit());
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes()).toEqual([]);
});

async function write() {
  fireEvent.click(submit());
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Import/ }));
}

it('shows why the rows were not written, and tries again after a lost connection', async () => {
  let isDown = true;
  const { writes } = await open(build({ create: 1 }), {
    respond: () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return buildRun({ state: 'WRITING' });
    },
  });
  await write();
  const again = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  isDown = false;
  fireEvent.click(again);
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.query.get('version')).toBe('3');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

it('offers no retry of an import that the server rejected', async () => {
  await open(build({ create: 1 }), {
    respond: () => new Response('{"code":"FORBIDDEN","message":"The list is locked."}', { status: 403 }),
  });
  await write();
  expect(await screen.findByText('The list is locked.')).toBeTruthy();
  // The dialog hides the buttons of the page.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('waits for corrections that are not saved before it imports or goes back to the columns', async () => {
  const { requests } = await open(build({ create: 2 }));
  const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Back to columns' });
  expect([submit().disabled, back.disabled]).toEqual([false, false]);
  const field = screen.getByRole('textbox', { name: 'Model, row 4' });
  fireEvent.change(field, { target: { value: 'Mesh' } });
  fireEvent.blur(field);
  const alert = await screen.findByText('Not yours');
  expect(screen.getByText('Not saved')).toBeTruthy();
  expect([submit().disabled, back.disabled]).toEqual([true, true]);
  expect(getReason()).toBe("A correction isn't saved yet.");
  fireEvent.click(within(alert.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2));
});

it('goes back to the columns', async () => {
  await open(build({ create: 2 }));
  fireEvent.click(screen.getByRole('button', { name: 'Back to columns' }));
  expect(onColumns).toHaveBeenCalledOnce();
});

it('has the same actions on a phone', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  await open(build({ create: 2 }));
  expect(screen.getAllByRole('button', { name: 'Back to columns' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Discard import' })).toHaveLength(1);
});

it.each([
  ['', '0', null],
  ['?page=2&only=WRONG', '1', 'WRONG'],
  ['?page=0', '0', null],
  ['?page=-3', '0', null],
  ['?page=1.5', '0', null],
  ['?page=two&only=NONE', '0', null],
])('reads page and filter from the address %j', async (search, page, only) => {
  const { requests } = await open(build({ wrong: 90 }), { search, total: 90 });
  const query = requests.find(({ path }) => path.endsWith('/rows'))?.query;
  expect([query?.get('page'), query?.get('only')]).toEqual([page, only]);
});

it('keeps the filter and puts the page into the address', async () => {
  const { address } = await open(build({ wrong: 90 }), { search: '?only=WRONG', total: 90 });
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
  await waitFor(() => expect(address()).toBe('/en/imports/7?only=WRONG&page=2'));
  fireEvent.click(await screen.findByRole('button', { name: 'Go to previous page' }));
  await waitFor(() => expect(address()).toBe('/en/imports/7?only=WRONG'));
  fireEvent.click(screen.getByRole('button', { name: /^All/ }));
  await waitFor(() => expect(address()).toBe('/en/imports/7'));
});

it('saves a corrected row once, by leaving its cell or by Enter, and only if it changed', async () => {
  const row = buildRow(4, { verdict: 'WRONG', errors: { model: ['Required!'] } });
  const requests = serve({
    'GET /api/v1/imports/7/rows': () => ({ content: [row], totalElements: 1 }),
    'PUT /api/v1/imports/7/rows/4': () => buildCorrected({ ...row, cells: { ...row.cells, model: 'Mesh' } }),
  });
  await renderAt(<ReviewRun run={build({ wrong: 1 })} onColumns={onColumns} />);
  const field = await screen.findByRole('textbox', { name: 'Model, row 4' });
  const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  fireEvent.blur(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.change(field, { target: { value: 'Mesh' } });
  fireEvent.keyDown(field, { key: 'Tab' });
  expect(puts()).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(puts()).toEqual([{ cells: { model: 'Mesh' } }]));
  fireEvent.blur(field);
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull());
  expect(puts()).toHaveLength(1);
});
