// @vitest-environment jsdom
import { screen } from '@testing-library/react';
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
