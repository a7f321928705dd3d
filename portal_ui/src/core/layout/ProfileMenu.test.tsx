// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAuthProvider } from '../../api/authProvider';
import { MetaProvider, metaQuery } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import { readSession, startSession } from '../../api/session';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { buildDraftKey, readDraft, writeDraft } from '../forms/drafts';
import { UnsavedForms, UnsavedProvider } from '../forms/unsavedForms';
import { getI18nProvider } from '../i18n/i18nProvider';
import { ProfileMenu } from './ProfileMenu';

const meta = {
  user: { username: 'ana', firstName: 'Ana', lastName: 'Ruiz' },
  role: 'CLIENT',
  choices: { roles: [] },
} as unknown as Meta;
const i18nProvider = await getI18nProvider('en');
let key = '';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('true'));
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  key = buildDraftKey('remoteSupport', 0, 'NEW');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function logOut(forms = new UnsavedForms()) {
  open(forms);
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
}

function open(forms = new UnsavedForms(), overrides: Partial<Meta> = {}) {
  const client = createQueryClient();
  client.setQueryData(metaQuery('en').queryKey, meta);
  render(
    <ThemeProvider theme={theme}>
      <MemoryRouter>
        <CoreAdminContext queryClient={client} authProvider={createAuthProvider(client)}>
          <I18nContext.Provider value={i18nProvider}>
            <MetaProvider value={{ ...meta, ...overrides }}>
              <UnsavedProvider value={forms}>
                <ProfileMenu />
              </UnsavedProvider>
            </MetaProvider>
          </I18nContext.Provider>
        </CoreAdminContext>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

it('logs out immediately without unsent data', async () => {
  await logOut();
  await waitFor(() => expect(readSession().session).toBeNull());
});

it('confirms a logout that deletes a draft, and keeps the draft on cancel', async () => {
  writeDraft(key, { title: 'Half typed' });
  await logOut();
  await screen.findByText("A draft on this device hasn't been submitted. It will be deleted when you log out.");
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(readSession().session).not.toBeNull();
  expect(readDraft(key)?.values.title).toBe('Half typed');
});

it('mentions unsaved text without a draft in addition to drafts', async () => {
  writeDraft(key, { title: 'Half typed' });
  const forms = new UnsavedForms();
  forms.register(Symbol(), { dirty: true, discard: () => undefined, keepsDraft: true });
  await logOut(forms);
  await screen.findByText("A draft on this device hasn't been submitted. It will be deleted when you log out.");
  const typed = () =>
    screen.queryByText("What you typed on this page hasn't been saved. It will be lost when you log out.");
  expect(typed()).toBeNull();
  cleanup();
  forms.register(Symbol(), { dirty: true, discard: () => undefined });
  await logOut(forms);
  await screen.findByText("A draft on this device hasn't been submitted. It will be deleted when you log out.");
  expect(typed()).toBeTruthy();
});

it('deletes the draft after a confirmed logout', async () => {
  writeDraft(key, { title: 'Half typed' });
  await logOut();
  fireEvent.click(await screen.findByRole('button', { name: 'Log out and discard' }));
  await waitFor(() => expect(readSession().session).toBeNull());
  expect(localStorage.getItem(key)).toBeNull();
});

it('greets the user, and links to the profile with username and role', async () => {
  const choices = { roles: [{ key: 'CLIENT', name: 'Client' }] } as Meta['choices'];
  open(undefined, { choices });
  screen.getByText('Hello, Ana Ruiz');
  const button = screen.getByRole('button');
  expect(button.textContent).toBe('AR');
  fireEvent.click(button);
  const profile = await screen.findByRole('menuitem', { name: /ana · Client/ });
  expect(profile.getAttribute('href')).toBe('/en/profile');
});

it.each([
  ['josé', '', 'J'],
  ['', '', 'AN'],
  [' ñandú', '😀', 'Ñ😀'],
])('has the initials of "%s" "%s": %s', (firstName, lastName, initials) => {
  open(undefined, { user: { ...meta.user, firstName, lastName } });
  expect(screen.getByRole('button').textContent).toBe(initials);
});

it('confirms a logout that loses text without a draft', async () => {
  const forms = new UnsavedForms();
  forms.register(Symbol(), { dirty: true, discard: () => undefined });
  await logOut(forms);
  await screen.findByText("What you typed on this page hasn't been saved. It will be lost when you log out.");
  expect(screen.queryByText(/A draft on this device/)).toBeNull();
  expect(readSession().session).not.toBeNull();
});
