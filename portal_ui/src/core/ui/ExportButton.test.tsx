// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { Notification } from 'react-admin';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { ExportButton } from './ExportButton';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function List() {
  const navigate = useNavigate();
  return (
    <>
      <ExportButton path="/api/v1/files/export/closed-repairs/xlsx" />
      <button type="button" onClick={() => navigate('/en/other')}>
        Leave
      </button>
    </>
  );
}

it('aborts an export without a notification when its page is left', async () => {
  let signal: AbortSignal | undefined | null;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)));
  });
  const i18nProvider = await getI18nProvider('en');
  render(
    <ThemeProvider theme={theme}>
      <MemoryRouter initialEntries={['/en/list']}>
        <CoreAdminContext>
          <I18nContext.Provider value={i18nProvider}>
            <Routes>
              <Route path="/:lang/list" element={<List />} />
              <Route path="/:lang/other" element={<p>other page</p>} />
            </Routes>
            <Notification />
          </I18nContext.Provider>
        </CoreAdminContext>
      </MemoryRouter>
    </ThemeProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByRole('button', { name: 'Cancel export' });
  await waitFor(() => expect(signal?.aborted).toBe(false));
  fireEvent.click(screen.getByText('Leave'));
  await screen.findByText('other page');
  expect(signal?.aborted).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
});
