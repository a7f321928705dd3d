// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { expect, it } from 'vitest';
import { renderAt, serve } from '../../../features/imports/testing';
import { ClientPicker } from './ClientPicker';

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
