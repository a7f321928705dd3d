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

function show(errors: Record<string, string[]>) {
  const onOpen = vi.fn();
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <RowErrors row={{ number: 4, errors, cells: { hsCode: '1' } } as unknown as RunRow} {...{ fields, onOpen }} />
      </I18nContext.Provider>
    </ThemeProvider>,
  );
  return onOpen;
}

it('shows the error of each cell with a remedy and a link to the cell', () => {
  const onOpen = show({ origin: ['Unknown country'], hsCode: ['6 to 10 digits'], number: ['Required!'] });
  fireEvent.click(screen.getByRole('button', { name: 'HS code: 6 to 10 digits' }));
  expect(onOpen).toHaveBeenCalledWith('hsCode');
  expect(document.getElementById('wrong-4-hsCode')?.textContent).toContain('Fix it, or skip the row');
  expect(document.getElementById('wrong-4-origin')?.textContent).toContain('Choose one from the list');
  expect(document.getElementById('wrong-4-number')?.textContent).toContain('Enter a value, or skip the row');
});

it('shows nothing for a row without errors', () => {
  show({});
  expect(screen.queryByRole('button')).toBeNull();
});
