// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getI18nProvider } from '../i18n/i18nProvider';
import { SaveErrorAlert } from './SaveErrorAlert';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  [['Ana'], 'Ana modificó las mismas filas'],
  [['Ana', 'Luis'], 'Ana, Luis modificaron las mismas filas'],
  [[], 'Otra persona modificó las mismas filas'],
])('uses the Spanish plural form for rows that %s changed', async (names, text) => {
  const rows = names.map((changedBy, id) => ({ list: 'units', id, current: null, changedBy }));
  render(
    <I18nContext.Provider value={await getI18nProvider('es')}>
      <SaveErrorAlert problem={{ kind: 'stale', current: null, message: '', rows }} />
    </I18nContext.Provider>,
  );
  expect(screen.getByRole('alert').textContent).toContain(text);
});

it('says that the connection is back after a save that failed without one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <I18nContext.Provider value={await getI18nProvider('es')}>
      <SaveErrorAlert problem={{ kind: 'offline', isDisconnected: true }} />
    </I18nContext.Provider>,
  );
  const getText = () => screen.getByRole('alert').textContent;
  expect(getText()).toBe('No se guardó: no hay conexión.Sus cambios siguen aquí.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(getText()).toBe('Ya hay conexión. Inténtelo de nuevo.Sus cambios siguen aquí.');
});

describe('the alert of a save error', () => {
  const i18nProvider = getI18nProvider('en');
  async function open(props: ComponentProps<typeof SaveErrorAlert>) {
    const provider = await i18nProvider;
    render(
      <I18nContext.Provider value={provider}>
        <SaveErrorAlert {...props} />
      </I18nContext.Provider>,
    );
  }
  const readLines = () => [...screen.getByRole('alert').querySelectorAll('div > div')].map((line) => line.textContent);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const current = {
    status: { key: 'X', value: 'X' },
    version: 9,
    changedBy: 'Eva Solis',
    changedAt: '2026-11-20T21:12:00Z',
  };
  const conflict = { kind: 'stale', current, message: 'This step is over.' } as const;

  it('is absent without an error', async () => {
    await open({ problem: null });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that typed values are kept after a server error, with the request ID', async () => {
    await open({ problem: { kind: 'server', requestId: 'abc', key: 'saving.problem.server' } });
    const text = screen.getByRole('alert').textContent;
    expect(text).toContain('Not saved: an error occurred on the server.Your changes are still here.');
    expect(text).toMatch(/abc/);
  });

  it.each([
    ['of the page', { keptKey: 'creation.failed.kept' }, /^Not saved.*Nothing you entered is lost/],
    ['of the error', { keptKey: 'creation.failed.kept', own: 'saving.problem.decision' }, /The decision wasn't saved/],
  ])('says what is kept in the words %s', async (_, { keptKey, own }: { keptKey: string; own?: string }, text) => {
    await open({ keptKey, problem: { kind: 'offline', ...(own && { keptKey: own }) } });
    expect(screen.getByRole('alert').textContent).toMatch(text);
  });

  it('has the message of a rejection and its further errors, or a general one', async () => {
    await open({ problem: { kind: 'refused', message: 'Invalid.', details: ['Too old.', 'Too long.'] } });
    expect(readLines()).toEqual(expect.arrayContaining(['Invalid.', 'Too old.', 'Too long.']));
    cleanup();
    await open({ problem: { kind: 'refused', message: '', details: [], key: 'errors.notFound' } });
    expect(screen.getByRole('alert').textContent).not.toBe('');
  });

  it('names the user who changed the record, and says that its newest version is shown', async () => {
    await open({ problem: conflict });
    expect(screen.getByRole('alert').textContent).toMatch(/^Eva Solis changed this while.*loaded the latest version/);
    cleanup();
    await open({ problem: { ...conflict, current: null } });
    expect(screen.getByRole('alert').textContent).toMatch(/^Someone else changed this/);
  });

  it('has only the message of a step that has ended', async () => {
    await open({ problem: { ...conflict, isStepClosed: true } });
    expect(screen.getByRole('alert').textContent).toBe('This step is over.');
  });

  it('lists the fields that both users changed', async () => {
    const differences = [{ path: 'a', label: 'City', serverValue: 'Riga', localValue: 'Vigo' }];
    await open({ problem: { ...conflict, differences } });
    expect(screen.getByRole('listitem').textContent).toBe('City: now “Riga”, your version “Vigo”');
  });

  it('can be closed or sent again only where that is offered', async () => {
    const [onClose, onRetry] = [vi.fn(), vi.fn()];
    await open({ problem: { kind: 'offline' }, onClose, onRetry });
    press('Try again');
    expect([onRetry.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
    press('Close');
    expect([onRetry.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
    cleanup();
    await open({ problem: { kind: 'offline' } });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('cannot be sent again while a retry is in progress', async () => {
    await open({ problem: { kind: 'offline' }, onRetry: vi.fn(), busy: true });
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  });
});
