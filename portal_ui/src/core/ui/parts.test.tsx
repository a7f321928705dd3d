// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { getTestI18nProvider } from '../i18n/testing';
import { ConfirmDialog } from './ConfirmDialog';
import { DateTime } from './DateTime';
import { EmptyLine, EmptyState, ErrorState } from './EmptyState';
import { focusMain } from './focusMain';
import { PageHeader } from './PageHeader';
import { PrintButton } from './PrintButton';
import { TONE_ICONS } from './StatusChip';
import { StepCircle } from './StepCircle';
import { useOnline } from './useOnline';

const i18nProvider = await getTestI18nProvider('en');

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (page: ReactNode) =>
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <MemoryRouter initialEntries={['/en/']}>
          <Routes>
            <Route path="/:lang/*" element={page} />
          </Routes>
        </MemoryRouter>
      </I18nContext.Provider>
    </ThemeProvider>,
  );
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('a confirmation', () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const question = { open: true, title: 'Delete?', confirmLabel: 'Delete', onConfirm, onClose };
  const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

  afterEach(() => {
    onConfirm.mockReset();
    onClose.mockReset();
  });

  it('is given by its button, and declined by Cancel and Escape', () => {
    show(<ConfirmDialog {...question}>It is lost.</ConfirmDialog>);
    expect(screen.getByRole('dialog', { name: 'Delete?' }).textContent).toContain('It is lost.');
    fireEvent.click(button('Delete'));
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
    fireEvent.click(button('Cancel'));
    pressEscape();
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 2]);
  });

  it('can neither be repeated nor declined while it is carried out', () => {
    show(<ConfirmDialog {...question} busy cancelLabel="Keep" extraAction={<button type="button">Other</button>} />);
    expect([button('Keep').disabled, screen.getByText('Delete').closest('button')?.disabled]).toEqual([true, true]);
    screen.getByText('Other');
    pressEscape();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is absent until it is asked for', () => {
    show(<ConfirmDialog {...question} open={false} />);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a time', () => {
  const at = '2026-11-20T17:30:00Z';
  const time = () => document.querySelector('time');

  it.each([
    [undefined, '11/20/2026 12:30 PM', /^Your time: /],
    ['date', '11/20/2026', /^11\/20\/2026 12:30 PM.*\(your time: /],
    ['relative', '2h ago', /^11\/20\/2026 12:30 PM.*\(your time: /],
  ] as const)('is shown in New York, and in the own time zone on hover: %s', (form, text, title) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T19:30:00Z'), toFake: ['Date'] });
    show(<DateTime value={at} form={form} />);
    vi.useRealTimers();
    expect(time()?.textContent).toBe(text);
    expect(time()?.title).toMatch(title);
    expect(time()?.dateTime).toBe(at);
  });

  it('may have another text', () => {
    show(<DateTime value={at}>Created today</DateTime>);
    expect(time()?.textContent).toBe('Created today');
  });
});

it('shows an error as an alert, with a retry or a reload if there is one', () => {
  const onRetry = vi.fn();
  show(<ErrorState error="No connection" onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('No connection');
  fireEvent.click(button('Try again'));
  expect(onRetry).toHaveBeenCalledTimes(1);
  cleanup();
  show(<ErrorState error="Updated" onRetry={onRetry} mustReload />);
  button('Reload page');
  cleanup();
  show(<ErrorState error="Gone" />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows an empty state with title, text and the next action', () => {
  show(
    <EmptyState icon={TONE_ICONS.idle} title="No parts" action={<button type="button">Add</button>}>
      Add the first one.
    </EmptyState>,
  );
  expect(document.body.textContent).toBe('No partsAdd the first one.Add');
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  show(<EmptyLine title="No files.">Drop one.</EmptyLine>);
  expect(document.body.textContent).toBe('No files. Drop one.');
});

it('has the title of a page also as that of the document', () => {
  show(<PageHeader title="Parts" subtitle="12 entries" actions={<button type="button">Add</button>} />);
  screen.getByRole('heading', { level: 1, name: 'Parts' });
  expect(document.title).toBe('Parts · Service portal');
  expect(document.body.textContent).toBe('Parts12 entriesAdd');
  cleanup();
  show(<PageHeader title="" />);
  expect(document.title).toBe('Service portal');
});

it('prints the page', () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  show(<PrintButton />);
  fireEvent.click(button('Print'));
  expect(print).toHaveBeenCalledTimes(1);
});

it.each([
  ['upcoming', '4', 0],
  ['current', '4', 0],
  ['done', '', 1],
  ['rejected', '', 1],
] as const)('numbers a step, or marks its outcome: %s', (state, text, icons) => {
  const { container } = show(<StepCircle state={state} number={4} />);
  expect([container.textContent, container.querySelectorAll('svg').length]).toEqual([text, icons]);
});

it('moves the focus to the main content without a stop for Tab', () => {
  focusMain();
  show(<main id="main-content">content</main>);
  focusMain();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(screen.getByRole('main').tabIndex).toBe(-1);
});

it('knows whether the browser is online', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result } = renderHook(useOnline);
  expect(result.current).toBe(true);
  for (const isOnline of [false, true]) {
    online.mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
    expect(result.current).toBe(isOnline);
  }
});
