// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunField, RunRow } from '../../api/imports';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { FirstError } from './useReviewColumns';

const words = await getI18nProviderWith({
  en: () => import('../../../../locale/en/imports.json'),
  es: () => import('../../../../locale/es/imports.json'),
})('en');
afterEach(cleanup);

const fields = [
  { key: 'number', label: 'Part number' },
  { key: 'hsCode', label: 'HS code' },
  { key: 'origin', label: 'Country of origin' },
] as RunField[];

function show(errors: Record<string, string[]>) {
  const onOpen = vi.fn();
  render(
    <I18nContext.Provider value={words}>
      <FirstError row={{ errors } as unknown as RunRow} {...{ fields, onOpen }} />
    </I18nContext.Provider>,
  );
  return onOpen;
}

it('names the first wrong cell of a row and leads there', () => {
  const onOpen = show({ origin: ['Unknown country'], hsCode: ['6 to 10 digits'] });
  fireEvent.click(screen.getByRole('button', { name: 'HS code: 6 to 10 digits' }));
  expect(onOpen).toHaveBeenCalledWith('hsCode');
  expect(screen.getByText('1 more error')).toBeTruthy();
});

it('shows nothing for a row that is right', () => {
  show({});
  expect(screen.queryByRole('button')).toBeNull();
});
