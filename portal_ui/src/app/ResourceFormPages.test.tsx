// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildField,
  buildResource,
  buildRow,
  mockServer,
  open,
  save,
  saving,
  setUpFormTests,
  type,
} from '../core/forms/resource/testing';
import { CreatePage } from './ResourceFormPages';

setUpFormTests();

describe('form pages', { timeout: 30_000 }, () => {
  it('mark the missing country of a client on save', async () => {
    const requests = mockServer(() => ({ body: buildRow(7) }));
    const clients = {
      ...buildResource([buildField('service', 'text'), buildField('countryCode', 'text')]),
      name: 'clients',
    };
    open(clients, undefined, 'en', { custom: <CreatePage name="clients" /> });
    await screen.findByLabelText(/^service/);
    type(/^service/, 'Lab');
    await saving();
    expect(await screen.findByText('Required!')).toBeTruthy();
    expect(screen.getByLabelText(/^countryCode/).getAttribute('aria-invalid')).toBe('true');
    expect(requests).toEqual([]);
  });

  it.each([
    ['', '“Shop 7” saved. An invitation was sent to a@b.org and is valid for 7 days.'],
    ['Blue-7-crane', '“Shop 7” saved'],
  ])('say whether a new user was invited: password "%s"', async (password, message) => {
    mockServer(() => ({ body: buildRow(7) }));
    const fields = [buildField('email', 'text'), buildField('secret', 'text', { required: false, key: 'password' })];
    open({ ...buildResource(fields), name: 'contacts' }, undefined, 'en', { custom: <CreatePage name="contacts" /> });
    await screen.findByLabelText(/^email/);
    type(/^email/, 'a@b.org');
    if (password) {
      for (const label of [/^secret/, /^Confirm/]) type(label, password);
    }
    fireEvent.click(save());
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
