// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { Form } from 'ra-core';
import { expect, it } from 'vitest';
import { buildField } from '../../core/forms/resource/testing';
import { renderAt } from '../imports/testing';
import { ClientsInput, matchesQuery } from './ClientsInput';

const client = { key: '4', name: 'Port of Callao', hint: 'Ana Ruiz · ana@callao.example' };
const choices = [client, { key: '5', name: 'Customs', hint: null }] as never;

it.each(['callao', ' PORT ', 'ana r', 'ana@callao'])('finds a client by its name, person or email: %j', (typed) => {
  expect(matchesQuery(typed, client as never)).toBe(true);
  expect(matchesQuery(`${typed}x`, client as never)).toBe(false);
});

it('lists the clients of a manager without a field if they are read-only', async () => {
  const field = buildField('clients', 'choices', { label: 'Clients', choices, readOnly: true });
  await renderAt(
    <Form>
      <ClientsInput field={field} record={{ id: 1, clients: ['5'] } as never} name="x" />
    </Form>,
  );
  expect(screen.getByRole('list', { name: 'Clients' }).textContent).toBe('Customs');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('says that a manager has no clients yet if they are read-only', async () => {
  const field = buildField('clients', 'choices', { label: 'Clients', choices, readOnly: true });
  await renderAt(
    <Form>
      <ClientsInput field={field} record={{ id: 1 } as never} name="x" />
    </Form>,
  );
  expect(screen.getByText('No clients yet')).toBeTruthy();
});

it('finds the clients of a manager by person or email, and keeps the list open for the next one', async () => {
  const field = buildField('clients', 'choices', { label: 'Clients', choices });
  await renderAt(
    <Form defaultValues={{ clients: [] }}>
      <ClientsInput field={field} record={{ id: 1, clients: [] } as never} name="x" />
    </Form>,
  );
  const input = screen.getByRole('combobox', { name: /^Clients/ });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: 'ana r' } });
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Port of CallaoAna Ruiz · ana@callao.example']);
  fireEvent.click(options[0] as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Port of Callao' })).toBeTruthy();
  expect(input.getAttribute('aria-expanded')).toBe('true');
});
