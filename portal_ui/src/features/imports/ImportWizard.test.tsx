// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { expect, it } from 'vitest';
import type { Run, RunState } from '../../api/imports';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import { ImportSteps } from './ImportSteps';
import { ImportWizard } from './ImportWizard';
import { buildRun, renderAt, serve } from './testing';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/imports.json'))('en');
const resources = [
  { name: 'imports', path: 'imports', title: 'Imports', columns: [], record: {} },
  { name: 'parts', path: 'parts', title: 'Parts', columns: [], record: {} },
];

async function open(run: Partial<Run>, search = '') {
  const requests = serve({
    'GET /api/v1/imports/7/rows': () => ({ content: [], totalElements: 0 }),
    'PUT /api/v1/imports/7/columns': () => buildRun({ version: 2 }),
    'POST /api/v1/imports/7/undo': () =>
      new Response('{"code":"IN_USE","message":"A row is in use."}', { status: 409 }),
  });
  const address = await renderAt(<ImportWizard run={buildRun(run)} />, {
    at: `/en/imports/7${search}`,
    meta: { resources } as never,
  });
  return { requests, address };
}

const renderSteps = (state: RunState, atColumns = false, isPhone = false) => {
  cleanup();
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <ImportSteps run={buildRun({ state })} {...{ atColumns, isPhone }} />
      </I18nContext.Provider>
    </ThemeProvider>,
  );
};

it.each<[RunState, string]>([
  ['READING', 'File'],
  ['COLUMNS', 'Columns'],
  ['CHECKING', 'Columns'],
  ['REVIEW', 'Review'],
  ['WRITING', 'Result'],
  ['DONE', 'Result'],
  ['UNDOING', 'Result'],
  ['UNDONE', 'Result'],
])('marks the current step of an import in the state %s: %s', (state, name) => {
  renderSteps(state);
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain(name);
});

it.each<[RunState, string]>([
  ['READING', 'Step 1 of 4: File'],
  ['REVIEW', 'Step 3 of 4: Review'],
  ['DONE', 'Step 4 of 4: Result'],
])('names only the current step on a phone, in the state %s', (state, text) => {
  renderSteps(state, false, true);
  expect(document.body.textContent).toBe(text);
});

it('has no steps once an import failed or was discarded', () => {
  for (const state of ['FAILED', 'CANCELLED'] as const) {
    renderSteps(state);
    expect(document.body.textContent).toBe('');
  }
});

it('shows the columns as the current step, if the review went back to them', () => {
  renderSteps('REVIEW', true);
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Columns');
});

it('shows the source, time and user of an import, with a link to the history', async () => {
  await open({ state: 'CANCELLED', fileName: '', by: 'ana' });
  expect(screen.getByRole('heading', { level: 1, name: 'Import: Parts' })).toBeTruthy();
  expect(screen.getByText('Pasted cells')).toBeTruthy();
  expect(screen.getByText('ana')).toBeTruthy();
  expect(document.querySelector('time')?.dateTime).toBe('2026-11-22T12:00:00Z');
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/imports');
});

it('returns from the columns to the review once they are saved', async () => {
  const { requests, address } = await open({}, '?step=columns');
  fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
  await waitFor(() => expect(address()).toBe('/en/imports/7'));
  expect(requests.some(({ method }) => method === 'PUT')).toBe(true);
});

it('ignores the address of the columns once rows are written', async () => {
  await open({ state: 'DONE' }, '?step=columns');
  expect(screen.getByText('2 rows imported')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check rows' })).toBeNull();
});

it('offers to discard an import in its columns', async () => {
  await open({ state: 'COLUMNS', counts: null });
  expect(screen.getByRole('button', { name: 'Discard import' })).toBeTruthy();
});

const links = () =>
  screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
    .filter(([name]) => name !== 'Back to list' && name !== '');

it.each([
  ['UNDONE', 'Import undone', 'The list is back to how it was before.'],
  ['CANCELLED', 'Import discarded', 'Nothing was imported.'],
] as const)('links to the list and to a new import in the state %s', async (state, title, text) => {
  await open({ state });
  const status = screen.getByRole('status');
  expect(status.textContent).toContain(title);
  expect(status.textContent).toContain(text);
  expect(links()).toEqual([
    ['Go to “Parts”', '/en/parts'],
    ['Import another file', '/en/imports/new/parts'],
  ]);
});

it('links to the list of the imported rows', async () => {
  await open({ state: 'DONE', canUndo: true });
  expect(links()).toEqual([['Go to “Parts”', '/en/parts']]);
});

it('says why an import could not be undone, and keeps its summary', async () => {
  const counts = { create: 1200, change: 3, same: 4, wrong: 5, skipped: 0, withoutValue: {} };
  const { requests } = await open({ state: 'DONE', canUndo: true, counts });
  expect(screen.getByText('1,203 rows imported')).toBeTruthy();
  expect(screen.getByText('Added: 1,200. Updated: 3. Unchanged: 4. Skipped: 5.')).toBeTruthy();
  const undo = () => fireEvent.click(screen.getByRole('button', { name: 'Undo import' }));
  undo();
  let question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/^Added rows \(1,200\) will be deleted\. Updated rows \(3\)/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  undo();
  question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('A row is in use.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('1,203 rows imported')).toBeTruthy();
});
