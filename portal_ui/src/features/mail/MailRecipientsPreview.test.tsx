// @vitest-environment jsdom

import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider, I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { MailRecipientsPreview } from './MailRecipientsPreview';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const reader = {
  username: 'ana',
  fullName: 'Ana Ruiz',
  role: 'Client',
  language: 'Spanish',
  addresses: ['ana@example.org', 'ana@backup.example.org'],
  why: 'Because clients are told.',
  subject: 'R-2026-000007: En tránsito',
  text: 'En camino al servicio.',
};

async function loadPreview(response: unknown, status = 200): Promise<string[]> {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return new Response(JSON.stringify(response), { status });
  });
  const choices = {
    settings: [
      { key: 'NEW', name: 'New' },
      { key: 'SENT', name: 'Sent' },
    ],
  };
  const dataProvider = { getOne: async () => ({ data: { id: 1, choices } }) } as unknown as DataProvider;
  const i18n = await getI18nProviderWith(import.meta.glob('../../../../locale/*/mailSettings.json'))('en');
  render(
    <CoreAdminContext dataProvider={dataProvider} i18nProvider={i18n} queryClient={new QueryClient()}>
      <I18nContext.Provider value={i18n}>
        <MailRecipientsPreview category={1} />
      </I18nContext.Provider>
    </CoreAdminContext>,
  );
  await screen.findByText('New');
  fireEvent.change(screen.getByRole('textbox', { name: /Request number/ }), {
    target: { value: ' R-2026-000007 ' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  return calls;
}

it('lists recipients with language and reason, and shows the email as plain text', async () => {
  const calls = await loadPreview([{ ...reader, text: '<b>En camino</b>' }]);
  expect(await screen.findByText('1 person would be notified')).toBeTruthy();
  expect(calls[0]).toContain('requestId=R-2026-000007&key=NEW');
  expect(screen.getByRole('heading', { level: 3, name: 'Ana Ruiz (Client), in Spanish' })).toBeTruthy();
  expect(screen.getByText('ana@example.org, ana@backup.example.org')).toBeTruthy();
  expect(screen.getByText('Because clients are told.')).toBeTruthy();
  expect(screen.getByText('<b>En camino</b>')).toBeTruthy();
});

it('shows a message if no user would be notified', async () => {
  await loadPreview([]);
  expect(await screen.findByText('No one would be notified.')).toBeTruthy();
});

it('shows the error of an unknown request number at its field', async () => {
  const refusal = { code: 'VALIDATION', message: 'Please correct', fields: { requestId: ['Not known'] } };
  await loadPreview(refusal, 400);
  expect(await screen.findByText('Not known')).toBeTruthy();
});

it('removes the result when another number is typed', async () => {
  await loadPreview([reader]);
  expect(await screen.findByText('1 person would be notified')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Request number/ }), {
    target: { value: 'R-9999-000000' },
  });
  expect(screen.queryByText('1 person would be notified')).toBeNull();
});

it('removes the result when another status is chosen, and asks the server about that one', async () => {
  const calls = await loadPreview([reader]);
  expect(await screen.findByText('1 person would be notified')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /Status or event/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Sent' }));
  expect(screen.queryByText('1 person would be notified')).toBeNull();
  expect(calls).toHaveLength(1);
  fireEvent.click(screen.getByText('Show'));
  expect(await screen.findByText('1 person would be notified')).toBeTruthy();
  expect(calls[1]).toContain('requestId=R-2026-000007&key=SENT');
});

it('asks the server again for the same request and event', async () => {
  const calls = await loadPreview([reader, { ...reader, username: 'eva' }]);
  expect(await screen.findByText('2 people would be notified')).toBeTruthy();
  fireEvent.click(screen.getByText('Show'));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toBe(calls[0]);
});

it('shows the error of an event at its field, and other errors below', async () => {
  await loadPreview({ code: 'VALIDATION', message: 'Please correct', fields: { key: ['Not an event'] } }, 400);
  expect(await screen.findByText('Not an event')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  await loadPreview({ code: 'X', message: 'Not now', fields: {} }, 403);
  expect((await screen.findByRole('alert')).textContent).toBe('Not now');
  fireEvent.change(screen.getByRole('textbox', { name: /Request number/ }), { target: { value: 'R-1' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('cannot be asked again before the response, and requires a number', async () => {
  await loadPreview([reader]);
  const show = screen.getByRole<HTMLButtonElement>('button', { name: 'Show' });
  expect(show.disabled).toBe(true);
  await screen.findByText('1 person would be notified');
  expect(show.disabled).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Request number/ }).required).toBe(true);
});
