// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../api/meta';
import type { Meta } from '../api/types';
import type { FormExtras } from '../core/forms/resource/ResourceForm';
import { getI18nProvider } from '../core/i18n/i18nProvider';
import { getUserInputs } from '../features/users/userInputs';
import { EditPage } from './ResourceFormPages';

type FormProps = { resource: { name: string; form: object }; id?: number; extras: FormExtras };
const form = vi.hoisted(() => vi.fn());
vi.mock('../core/forms/resource/ResourceFormPage', () => ({
  default: (props: FormProps) => {
    form(props);
    return props.extras.actions?.({ id: 7, manufacturer: 'Acme', model: 'KX-77' } as never) ?? <p>the form</p>;
  },
}));
vi.mock('../features/parts/PredefinedServicesDialog', () => ({
  default: ({ partId, name, onClose }: { partId: number; name: string; onClose: () => void }) => (
    <button type="button" onClick={onClose}>{`Services of ${partId}: ${name}`}</button>
  ),
}));

const i18nProvider = await getI18nProvider('en');
const sections = [{ key: 'address', label: 'Address', hint: null }];
const fields = [{ key: 'city', section: 'address' }];

function open(name: string, id = '7') {
  const meta = { resources: [{ name, form: { sections, fields, delete: true } }] } as unknown as Meta;
  const routes = [
    { path: '/:lang/:id', element: <EditPage name={name} /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/en/${id}`] });
  render(
    <I18nContext.Provider value={i18nProvider}>
      <MetaProvider value={meta}>
        <RouterProvider router={router} />
      </MetaProvider>
    </I18nContext.Provider>,
  );
}
const getProps = () => form.mock.lastCall?.[0] as FormProps;

beforeEach(() => void form.mockClear());
afterEach(cleanup);

it.each(['clients', 'services'])('the form of %s has no headings, which only fit the page of a user', (name) => {
  open(name);
  expect(getProps()).toMatchObject({
    id: 7,
    resource: { name, form: { sections: [], fields: [{ key: 'city', section: null }], delete: true } },
  });
  expect(getProps().extras).toEqual({});
});

it('other forms have the headings that the server declares', () => {
  open('contacts');
  expect(getProps().resource.form).toEqual({ sections, fields, delete: true });
  expect(getProps().extras.inputs).toBe(getUserInputs('contacts'));
});

it('a part has a dialog with its predefined services, by its maker and model', async () => {
  open('parts');
  fireEvent.click(screen.getByRole('button', { name: 'Predefined services' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Services of 7: Acme KX-77' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Services of/ })).toBeNull());
});
