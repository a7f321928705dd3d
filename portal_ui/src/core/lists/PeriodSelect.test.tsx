// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { getI18nProvider } from '../i18n/i18nProvider';
import { PeriodSelect } from './PeriodSelect';

const i18nProvider = await getI18nProvider('en');
const onSelect = vi.fn();
const onCustom = vi.fn();

function show(from: string, to = '') {
  render(
    <MemoryRouter>
      <I18nContext.Provider value={i18nProvider}>
        <PeriodSelect opening="2025-12-01" {...{ from, to, onSelect, onCustom }} />
      </I18nContext.Provider>
    </MemoryRouter>,
  );
  return screen.getByRole('combobox');
}

const choose = async (name: string) => fireEvent.click(await screen.findByRole('option', { name }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it.each([
  ['2025-12-01', '', 'Period: Last 12 months'],
  ['2026-06-01', '', 'Period: Last 6 months'],
  ['2026-06-01', '2026-06-30', 'Period: 06/01/2026\u00a0–\u00a006/30/2026'],
  ['2026-02-03', '', 'Period: Since 02/03/2026'],
  ['', '2026-06-30', 'Period: Through 06/30/2026'],
  ['', '', 'Period: Any time'],
])('names the period from %j to %j', (from, to, text) => {
  expect(show(from, to).textContent).toBe(text);
});

it('selects the first day of the last months', async () => {
  fireEvent.mouseDown(show('2025-12-01'));
  await choose('Last 6 months');
  expect([onSelect.mock.calls, onCustom.mock.calls]).toEqual([[['2026-06-01']], []]);
});

it.each([
  ['last months', '2025-12-01'],
  ['other dates', '2026-02-03'],
])('opens the dates once its menu is closed, also after %s', async (_, from) => {
  fireEvent.mouseDown(show(from));
  await choose('Choose dates…');
  await waitFor(() => expect(onCustom).toHaveBeenCalledOnce());
  expect(onSelect).not.toHaveBeenCalled();
});
