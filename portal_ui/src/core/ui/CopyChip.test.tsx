// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { getTestI18nProvider } from '../i18n/testing';
import { CopyChip } from './CopyChip';

const i18nProvider = await getTestI18nProvider('en');
const open = () =>
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <CopyChip value="R-2026-000007" />
      </I18nContext.Provider>
    </ThemeProvider>,
  );
const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

it('copies its value, and confirms it for two seconds', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  open();
  await press();
  expect(writeText).toHaveBeenCalledWith('R-2026-000007');
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.getByRole('status').textContent).toBe('');
});

it('copies without the Clipboard API, which needs https', async () => {
  let copied = '';
  document.execCommand = () => {
    const field = document.querySelector('textarea');
    copied = field?.value.slice(field.selectionStart, field.selectionEnd) ?? '';
    return true;
  };
  open();
  await press();
  expect(copied).toBe('R-2026-000007');
  expect(document.querySelector('textarea')).toBeNull();
});
