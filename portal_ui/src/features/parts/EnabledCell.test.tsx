// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore, useGetOne } from 'ra-core';
import { Notification } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { ApiError } from '../../api/errors';
import { createQueryClient } from '../../api/queryClient';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import type { Row } from '../../core/lists/rows';
import { theme } from '../../theme/theme';
import EnabledCell from './EnabledCell';

const i18nProvider = await getI18nProvider('en');
let part = { id: 5, enabled: true };
const update = vi.fn();

function Cell() {
  const { data } = useGetOne<Row>('parts', { id: 5 });
  return data ? <EnabledCell row={data} name="Probe" /> : null;
}

function open() {
  const client = createQueryClient();
  render(
    <ThemeProvider theme={theme}>
      <MemoryRouter>
        <CoreAdminContext
          queryClient={client}
          store={memoryStore()}
          dataProvider={{ ...dataProvider, getOne: async () => ({ data: part as never }), update }}
        >
          <I18nContext.Provider value={i18nProvider}>
            <Cell />
            <Notification />
          </I18nContext.Provider>
        </CoreAdminContext>
      </MemoryRouter>
    </ThemeProvider>,
  );
  return client;
}
const sent = () => update.mock.calls.map(([, { data }]) => data.enabled);
const box = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Probe is available for new requests' });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  update.mockReset();
});

it('saves immediately, and again on undo', { timeout: 30_000 }, async () => {
  update.mockImplementation(async (_, { data }) => {
    part = { ...part, ...data };
    return { data: part };
  });
  open();
  fireEvent.click(await box());
  expect((await box()).checked).toBe(false);
  await waitFor(() => expect(sent()).toEqual([false]));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent()).toEqual([false, true]));
  await waitFor(async () => expect((await box()).checked).toBe(true));
});

it('restores the value if the server rejects the change', { timeout: 30_000 }, async () => {
  update.mockRejectedValue(new ApiError(403));
  open();
  const before = (await box()).checked;
  fireEvent.click(await box());
  await screen.findByRole('alert');
  expect((await box()).checked).toBe(before);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('says whether the part is available again', { timeout: 30_000 }, async () => {
  part = { id: 5, enabled: false };
  update.mockImplementation(async (_, { data }) => {
    part = { ...part, ...data };
    return { data: part };
  });
  open();
  expect((await box()).checked).toBe(false);
  fireEvent.click(await box());
  expect(await screen.findByText('Probe is available for new requests again.')).toBeTruthy();
  expect(update.mock.calls[0]).toMatchObject(['parts', { id: 5, data: { enabled: true } }]);
  fireEvent.click(await box());
  expect(await screen.findByText('Probe is no longer available for new requests.')).toBeTruthy();
});

it('sends no second change while the first one is being saved', { timeout: 30_000 }, async () => {
  part = { id: 5, enabled: true };
  update.mockReturnValue(new Promise(() => {}));
  open();
  fireEvent.click(await box());
  await waitFor(() => expect(sent()).toEqual([false]));
  fireEvent.click(await box());
  expect(sent()).toEqual([false]);
  expect((await box()).checked).toBe(false);
});

it('shows the value that another user chose, once the part is read again', { timeout: 30_000 }, async () => {
  part = { id: 5, enabled: true };
  update.mockImplementation(async (_, { data }) => ({ data: { ...part, ...data } }));
  const client = open();
  fireEvent.click(await box());
  await waitFor(() => expect(sent()).toEqual([false]));
  await screen.findByRole('button', { name: 'Undo' });
  expect((await box()).checked).toBe(false);
  part = { id: 5, enabled: true, number: 'P-2' } as typeof part;
  await act(() => client.refetchQueries({ queryKey: ['parts'] }));
  await waitFor(async () => expect((await box()).checked).toBe(true));
});

it('offers to undo a change for ten seconds', { timeout: 30_000 }, async () => {
  part = { id: 5, enabled: true };
  update.mockImplementation(async (_, { data }) => ({ data: { ...part, ...data } }));
  open();
  const cell = await box();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Timers begin with a render, which follows each act.
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 0.5) await act(() => vi.advanceTimersByTimeAsync(500));
  };
  const undo = () => screen.queryByRole('button', { name: 'Undo' });
  fireEvent.click(cell);
  await wait(9);
  expect(undo()).toBeTruthy();
  await wait(4);
  expect(undo()).toBeNull();
});
