// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { open, serve, workshops } from '../../core/lists/testing';
import { importColumns } from './ImportHistoryPage';

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
