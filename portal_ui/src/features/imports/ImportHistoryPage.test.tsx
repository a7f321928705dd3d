// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { open, serve, workshops } from '../../core/lists/testing';
import { stateColumn } from './ImportHistoryPage';

it('shows the state of an import as a chip with an icon', async () => {
  const state = { key: 'state', label: 'Status', type: 'choice', sort: null, hidden: false } as const;
  serve([{ id: 1, name: 'parts.csv', state: { key: 'REVIEW', name: 'Waiting for review' } }]);
  open({ ...workshops, columns: [...workshops.columns, state] }, { extras: stateColumn });
  const chip = await screen.findByTitle('Waiting for review');
  expect(chip.querySelector('svg')).toBeTruthy();
});

it.each(['createdRows', 'changedRows'])('shows %s as a dash until rows are written', (key) => {
  const render = (state: string) =>
    stateColumn[key]?.render?.({ id: 1, state: { key: state, name: state }, [key]: 19 });
  expect(render('REVIEW')).toBe('–');
  expect(render('DONE')).toBeNull();
});
