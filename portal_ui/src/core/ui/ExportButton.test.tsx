// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import type { ComponentProps } from 'react';
import { Notification } from 'react-admin';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removePendingExport, usePendingExports } from '../../api/pendingExports';
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

type Props = ComponentProps<typeof ExportButton>;
const path = '/api/v1/files/export/closed-repairs/xlsx';

async function show(props: Partial<Props> = {}) {
  const i18nProvider = await getI18nProvider('en');
  render(
    <ThemeProvider theme={theme}>
      <MemoryRouter initialEntries={['/en/list']}>
        <CoreAdminContext>
          <I18nContext.Provider value={i18nProvider}>
            <ExportButton path={path} {...props} />
            <Notification />
          </I18nContext.Provider>
        </CoreAdminContext>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

describe('an export', () => {
  const fetched = vi.fn<typeof fetch>();
  const press = (name = 'Export') => fireEvent.click(screen.getByRole('button', { name }));

  beforeEach(() => {
    vi.stubGlobal('fetch', fetched.mockReset());
    URL.createObjectURL = () => 'blob:file';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    sessionStorage.clear();
  });

  it('is saved under the name of the server, which is announced', async () => {
    fetched.mockResolvedValueOnce(
      new Response('rows', { headers: { 'Content-Disposition': 'attachment; filename="closed.xlsx"' } }),
    );
    await show({ query: { sort: 'id,ASC' } });
    press();
    await screen.findByText('Saved closed.xlsx');
    expect(fetched.mock.calls[0]?.[0]).toBe(`${path}?sort=id%2CASC`);
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  });

  it('has a default name', async () => {
    fetched.mockResolvedValueOnce(new Response('rows'));
    await show();
    press();
    await screen.findByText('Saved export.xlsx');
  });

  it.each([
    ['Closed repairs', 'Closed repairs'],
    [undefined, 'Export'],
  ])('that is large is downloaded later, under the title of its list: %s', async (title, shown) => {
    fetched.mockResolvedValueOnce(new Response('{"jobId": "j1"}', { status: 202 }));
    await show({ body: { ids: [1] }, ...(title && { title }) });
    press();
    const { result } = renderHook(usePendingExports);
    await waitFor(() => expect(result.current).toEqual([{ id: 'j1', title: shown }]));
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"ids":[1]}');
    expect(screen.queryByText(/^Saved/)).toBeNull();
    act(() => removePendingExport('j1'));
  });

  it('shows why it failed, and can be started again', async () => {
    fetched.mockResolvedValueOnce(new Response('{"code": "SERVER_ERROR"}', { status: 500 }));
    await show();
    press();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('An error occurred on the server'));
    fetched.mockResolvedValueOnce(new Response('{"message": "Not yours"}', { status: 403 }));
    press();
    await screen.findByText('Not yours');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false);
  });

  it('shows how much was received, and can be canceled without a message', async () => {
    let signal: AbortSignal | null | undefined;
    const read = vi.fn();
    fetched.mockImplementationOnce(async (_, init) => {
      signal = init?.signal;
      read.mockResolvedValueOnce({ done: false, value: new Uint8Array(2_000_000) });
      read.mockReturnValue(new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason))));
      return { ok: true, status: 200, headers: new Headers(), body: { getReader: () => ({ read }) } } as never;
    });
    await show();
    press();
    screen.getByText('Preparing file…');
    await screen.findByText(/^2(\.0)? MB…$/);
    press('Cancel export');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Export' })).disabled).toBe(false);
    expect(signal?.aborted).toBe(true);
    expect(screen.queryByText(/Saved|error/)).toBeNull();
  });

  it.each([
    [{ label: 'Download template' }, 'Download template', ''],
    [{ isIcon: true }, 'Export', 'Export'],
    [{ isIcon: true, label: 'Download template' }, 'Download template', 'Download template'],
  ])('has a label or, as an icon, a tooltip: %o', async (props, name, title) => {
    await show({ ...props, disabled: true });
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    expect([button.title, button.disabled]).toEqual([title, true]);
  });
});
