// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { getTestI18nProvider } from '../i18n/testing';
import { reloadPage } from '../ui/reloadPage';
import { ConnectionBanner } from './ConnectionBanner';

const update = { announce: () => {} };
vi.mock('../ui/reloadPage');
vi.mock('react-admin', () => ({
  CheckForApplicationUpdate: ({ onNewVersionAvailable }: { onNewVersionAvailable: () => void }) => {
    update.announce = onNewVersionAvailable;
    return null;
  },
}));

const i18nProvider = await getTestI18nProvider('en');
const setOnline = (isOnline: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });
const open = () =>
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <ConnectionBanner />
      </I18nContext.Provider>
    </ThemeProvider>,
  );

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('announces a lost connection until it is back', () => {
  open();
  expect(screen.queryByRole('status')).toBeNull();
  setOnline(false);
  expect(screen.getByRole('status').textContent).toBe(i18nProvider.translate('shell.offline'));
  setOnline(true);
  expect(screen.queryByRole('status')).toBeNull();
});

it('offers to reload the page once the portal is updated', () => {
  open();
  act(() => update.announce());
  expect(screen.getByRole('status').textContent).toContain(
    i18nProvider.translate('ra.notification.application_update_available'),
  );
  expect(screen.getByRole('button')).toBeTruthy();
});

it('reloads the page for an update', () => {
  open();
  expect(screen.queryByRole('button')).toBeNull();
  act(() => update.announce());
  fireEvent.click(screen.getByRole('button'));
  expect(reloadPage).toHaveBeenCalledTimes(1);
});
