// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunField, RunRow } from '../../api/imports';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import { RowErrors } from './RowResult';

const i18nProvider = await getI18nProviderWith({
  en: () => import('../../../../locale/en/imports.json'),
  es: () => import('../../../../locale/es/imports.json'),
})('en');
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
