// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildResource } from '../../core/forms/resource/testing';
import { open, serve, workshops } from '../../core/lists/testing';
import ImportHistoryPage, { importColumns } from './ImportHistoryPage';
import { renderAt, serve as serveImports } from './testing';

it('shows the state of an import as a chip with an icon', async () => {
  const state = { key: 'state', label: 'Status', type: 'choice', sort: null, hidden: false } as const;
  serve([{ id: 1, name: 'parts.csv', state: { key: 'REVIEW', name: 'Waiting for review' } }]);
  open({ ...workshops, columns: [...workshops.columns, state] }, { extras: importColumns });
  const chip = await screen.findByTitle('Waiting for review');
  expect(chip.querySelector('svg')).toBeTruthy();
});

const render = (key: string, state: string, count: number) =>
  importColumns[key]?.render?.({ id: 1, state: { key: state, name: state }, [key]: count });

it.each(['createdRows', 'changedRows'])('shows %s as a dash until rows are written', (key) => {
  expect(render(key, 'REVIEW', 19)).toBe('–');
  expect(render(key, 'DONE', 19)).toBeNull();
});

it.each(['sameRows', 'wrongRows'])('shows %s as a dash until rows are checked', (key) => {
  expect(render(key, 'COLUMNS', 0)).toBe('–');
  expect(render(key, 'REVIEW', 0)).toBeNull();
});

it('marks rows with errors, if there are any', () => {
  expect(render('wrongRows', 'REVIEW', 11)).toMatchObject({ props: { count: 11 } });
});

it.each([
  ['UNDONE', 'createdRows', null],
  ['UNDOING', 'changedRows', null],
  ['FAILED', 'createdRows', '–'],
  ['WRITING', 'createdRows', '–'],
  ['WRITING', 'sameRows', null],
  ['UNDONE', 'wrongRows', null],
  ['CANCELLED', 'wrongRows', '–'],
])('shows of an import in the state %s in %s: %s', (state, key, shown) => {
  expect(render(key, state, 0)).toBe(shown);
});

it.each([
  ['FAILED', 'rejected'],
  ['DONE', 'done'],
  ['REVIEW', 'waiting'],
  ['WRITING', 'moving'],
  ['CANCELLED', 'idle'],
])('shows the state %s in the tone %s', (state, tone) => {
  const chip = importColumns.state?.render?.({ id: 1, state: { key: state, name: 'Name' } });
  expect(chip).toMatchObject({ props: { tone, label: 'Name' } });
});

it('starts an import into one of the lists that have one', async () => {
  serveImports({});
  const list = (name: string, title: string, canImport: boolean) => ({
    ...buildResource([]),
    ...{ name, path: name, title, import: canImport },
  });
  const resources = [list('imports', 'Imports', false), list('parts', 'Parts', true), list('users', 'Users', true)];
  await renderAt(<ImportHistoryPage />, {
    at: '/en/imports',
    route: '/:lang/imports',
    meta: { resources, defaultViews: {}, statuses: {} } as never,
  });
  const button = await screen.findByRole('button', { name: 'Import' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Parts', '/en/imports/new/parts'],
    ['Users', '/en/imports/new/users'],
  ]);
});
