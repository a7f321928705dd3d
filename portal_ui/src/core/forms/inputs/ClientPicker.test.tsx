// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { expect, it } from 'vitest';
import { renderAt, serve } from '../../../features/imports/testing';
import { ClientPicker, ClientsPicker } from './ClientPicker';

const clients = [
  { id: 4, name: 'BH Posta', fullName: 'Amra Kos' },
  { id: 5, name: 'Correo Nacional', fullName: null },
];

/** Button that returns the values of the form. */
function Values({ onRead }: { onRead: (values: object) => void }) {
  const { getValues } = useFormContext();
  return (
    <button type="button" onClick={() => onRead(getValues())}>
      read
    </button>
  );
}

/** Render a form with a client; return its field and a getter of the form values. */
async function open(client: string, clientName: string) {
  serve({ 'GET /api/v1/client/fetch-by-criteria': () => ({ content: clients }) });
  let values = {};
  await renderAt(
    <Form defaultValues={{ client, clientName }}>
      <ClientPicker source="client" nameSource="clientName" label="Client" isRequired />
      <Values onRead={(read) => (values = read)} />
    </Form>,
    { at: '/en/new', route: '/:lang/new' },
  );
  const read = () => {
    fireEvent.click(screen.getByText('read'));
    return values;
  };
  return { field: await screen.findByLabelText<HTMLInputElement>(/^Client/), read };
}

const timeout = 30_000;

it('shows the client of a draft that no search has returned yet', { timeout }, async () => {
  const { field } = await open('1001', 'Zagreb Customs');
  await waitFor(() => expect(field.value).toBe('Zagreb Customs'));
});

it('stores key and name of the chosen client in the form, and clears both with the field', { timeout }, async () => {
  const { field, read } = await open('', '');
  act(() => field.focus());
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByText('BH Posta (Amra Kos)'));
  expect(read()).toEqual({ client: '4', clientName: 'BH Posta (Amra Kos)' });
  fireEvent.change(field, { target: { value: '' } });
  await waitFor(() => expect(read()).toEqual({ client: '', clientName: '' }));
});

it('searches the clients on the server by what is typed', { timeout }, async () => {
  const requests = serve({ 'GET /api/v1/client/fetch-by-criteria': () => ({ content: clients }) });
  await renderAt(
    <Form defaultValues={{ client: '', clientName: '' }}>
      <ClientPicker source="client" nameSource="clientName" label="Client" />
    </Form>,
    { at: '/en/new', route: '/:lang/new' },
  );
  const readQueries = () => requests.map(({ query }) => [query.get('word'), query.get('size'), query.get('page')]);
  await waitFor(() => expect(readQueries()[0]).toEqual([null, '1000', '0']));
  const field = screen.getByLabelText(/^Client/);
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'amra@' } });
  await waitFor(() => expect(readQueries().at(-1)).toEqual(['amra@', '1000', '0']), { timeout: 5_000 });
  // The server decides which clients match, such as by an address that is not shown.
  expect(await screen.findByText('BH Posta (Amra Kos)')).toBeTruthy();
});

it('stores the choices of several clients in the form, also those that a search did not return', {
  timeout,
}, async () => {
  serve({ 'GET /api/v1/client/fetch-by-criteria': () => ({ content: clients }) });
  let values = {};
  const chosen = [{ key: '1001', name: 'Zagreb Customs' }];
  await renderAt(
    <Form defaultValues={{ clients: ['1001'], choices: chosen }}>
      <ClientsPicker source="clients" choicesSource="choices" label="Clients" />
      <Values onRead={(read) => (values = read)} />
    </Form>,
    { at: '/en/new', route: '/:lang/new' },
  );
  const field = await screen.findByRole('combobox', { name: /^Clients/ });
  expect(screen.getByText('Zagreb Customs')).toBeTruthy();
  act(() => field.focus());
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByText('Correo Nacional'));
  fireEvent.click(screen.getByText('read'));
  expect(values).toEqual({
    clients: ['1001', '5'],
    choices: [...chosen, { key: '5', name: 'Correo Nacional' }],
  });
});
