// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { call } from '../../server/http';
import { MetaProvider } from '../../server/meta';
import { metaKey, newQueryClient } from '../../server/queryClient';
import type { Meta } from '../../server/types';
import DecisionPage from './DecisionPage';

vi.mock('../../server/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const words = await i18nProviderOf('en');
const meta = {
  choices: { roles: [{ key: 'CLIENT', name: 'Client' }] },
  resources: [],
  pages: [],
} as unknown as Meta;
const contact = {
  firstName: 'Ana',
  lastName: 'Gil',
  username: 'ana',
  email: 'a@b.org',
  phone: '+34 6',
  backupEmails: [],
};
const address = {
  companyName: 'Port',
  country: 'ES',
  province: '',
  city: '',
  postalCode: '',
  street: '',
  building: '',
};
const answers: Record<string, unknown> = {
  '/api/v1/contacts/fetch/request-account': { id: 3, status: 'WAITING_APPROVAL', contact, address },
  '/api/v1/client/fetch-by-criteria': { content: [] },
  '/api/v1/service/fetch/all': [],
};

it('offers the client that an approval made', { timeout: 30_000 }, async () => {
  vi.mocked(call).mockImplementation(async (_method, path) => (answers[path] ?? true) as never);
  const client = newQueryClient();
  client.setQueryData([metaKey, 'en'], meta);
  const page = (
    <CoreAdminContext queryClient={client} store={memoryStore()}>
      <I18nContext.Provider value={words}>
        <MetaProvider value={meta}>
          <DecisionPage decision="approve" />
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const routes = [
    { path: '/:lang/decide/:id', element: page },
    { path: '*', element: <p>elsewhere</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/en/decide/3'] })} />);
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: /^Role/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Client' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Username/ }), { target: { value: 'ana' } });
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  await waitFor(() => expect(client.getQueryState([metaKey, 'en'])?.isInvalidated).toBe(true));
});
