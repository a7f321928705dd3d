// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../api/errors';
import type { RunField, RunRow } from '../../api/imports';
import { toSaveError } from '../../core/forms/saveError';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import { Corrections } from './Corrections';
import { RowErrors, RowResult } from './RowResult';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/imports.json'))('en');
afterEach(cleanup);

const fields = [
  { key: 'number', label: 'Part number', type: 'text', choices: [] },
  { key: 'hsCode', label: 'HS code', type: 'text', choices: [] },
  { key: 'origin', label: 'Country of origin', type: 'choice', choices: [{ key: 'US', name: 'United States' }] },
] as RunField[];

function show(errors: Record<string, string[]>, cells: Record<string, string> = { hsCode: '1' }) {
  const onOpen = vi.fn();
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <RowErrors row={{ number: 4, errors, cells } as unknown as RunRow} {...{ fields, onOpen }} />
      </I18nContext.Provider>
    </ThemeProvider>,
  );
  return onOpen;
}

it('shows the first error with a remedy, the number of others, and a link to the cell', () => {
  const onOpen = show({ origin: ['Unknown country'], hsCode: ['6 to 10 digits'], number: ['Required!'] });
  fireEvent.click(screen.getByRole('button', { name: 'Part number: Required!' }));
  expect(onOpen).toHaveBeenCalledWith('number');
  expect(screen.getByText('Enter a value, or skip the row')).toBeTruthy();
  expect(screen.getByText('+2 more')).toBeTruthy();
  // The others still describe their cells.
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(document.getElementById('wrong-4-hsCode')?.textContent).toBe(
    'HS code: 6 to 10 digits. Fix it, or skip the row',
  );
  expect(document.getElementById('wrong-4-origin')?.textContent).toContain('Choose from the list');
});

it('ends the description of another cell with one punctuation mark', () => {
  show({ number: ['Required!'], hsCode: ['Required!'] }, {});
  expect(document.getElementById('wrong-4-hsCode')?.textContent).toBe(
    'HS code: Required! Enter a value, or skip the row',
  );
});

it('says that a value is not in the list, without the list', () => {
  show({ origin: ["“1” isn't one of: United States"] }, { origin: '1' });
  expect(screen.getByRole('button', { name: 'Country of origin: not in the list' })).toBeTruthy();
});

it('links the first error of a field, before errors of the row', () => {
  show({ '': ['Rows are duplicates'], hsCode: ['6 to 10 digits'] });
  expect(screen.getByRole('button', { name: 'HS code: 6 to 10 digits' })).toBeTruthy();
  expect(screen.getByText('+1 more')).toBeTruthy();
});

it('shows nothing for a row without errors', () => {
  show({});
  expect(screen.queryByRole('button')).toBeNull();
});

/** Render the result of a row whose correction is answered by `send`. */
async function showResult(row: Partial<RunRow>, { onCard = false, send = null as (() => Promise<never>) | null } = {}) {
  const onOpen = vi.fn();
  const corrections = new Corrections({ send: send ?? vi.fn(), onCorrected: () => {}, toSaveError });
  const shown = { number: 4, verdict: 'CREATE', errors: {}, cells: {}, old: {}, ...row } as unknown as RunRow;
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <RowResult row={shown} name="row 4" {...{ onCard, fields, corrections, onOpen }} />
      </I18nContext.Provider>
    </ThemeProvider>,
  );
  if (send) await act(async () => corrections.correct(4, { number: 'A' }));
  return onOpen;
}
const editButton = () => screen.queryByRole('button', { name: 'Edit row 4' });

it.each([
  ['CREATE', 'New'],
  ['SAME', 'Unchanged'],
] as const)('shows the verdict %s', async (verdict, text) => {
  await showResult({ verdict, old: { number: 'x' } });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('1 cell')).toBeNull();
});

it('opens the row for editing, unless an error links to its cell', async () => {
  const onOpen = await showResult({});
  fireEvent.click(editButton() as HTMLElement);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ number: 4 }));
  cleanup();
  const onOpenError = await showResult({ verdict: 'WRONG', errors: { number: ['Required!'] } });
  expect(editButton()).toBeNull();
  expect(screen.queryByText('Error')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Part number: Required!' }));
  expect(onOpenError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ number: 4 }), 'number');
  cleanup();
  await showResult({ verdict: 'WRONG', errors: { '': ['Rows are duplicates'] } });
  expect(screen.getByText('Rows are duplicates')).toBeTruthy();
  expect(editButton()).toBeTruthy();
});

it.each([
  ['is being saved', () => new Promise<never>(() => {}), 'Saving…'],
  ['failed offline', () => Promise.reject(new NetworkError()), 'Not saved'],
  ['was rejected', () => Promise.reject(new ApiError(403)), 'Not saved'],
])('shows instead of the verdict that the correction %s', async (_, send, text) => {
  await showResult({}, { send });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('New')).toBeNull();
});

it('counts on a card the fields with errors and the errors of the row', async () => {
  const errors = { number: ['Required!', 'Too short'], hsCode: [], '': ['Rows are duplicates', 'Out of order'] };
  await showResult({ verdict: 'WRONG', errors }, { onCard: true });
  expect(screen.getByText('3 errors')).toBeTruthy();
  expect(screen.getByText('Out of order')).toBeTruthy();
  cleanup();
  await showResult({ verdict: 'SAME' }, { onCard: true });
  expect(screen.queryByText(/error/)).toBeNull();
});
