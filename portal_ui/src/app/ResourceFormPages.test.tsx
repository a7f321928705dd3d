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
  setUpFormTests,
  type,
} from '../core/forms/resource/testing';
import { CreatePage, EditPage } from './ResourceFormPages';

setUpFormTests();

describe('form pages', { timeout: 30_000 }, () => {
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

  it.each([
    ['of a resource that the server does not declare', <CreatePage key="page" name="gone" />],
    ['of a record without a number', <EditPage key="page" name="workshops" />],
  ])('%s redirect home', async (_, page) => {
    mockServer(() => ({ body: null }));
    const router = open(buildResource([buildField('name', 'text')]), undefined, 'en', { custom: page });
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(router.state.location.pathname).toMatch(/^\/en\/(active-repairs|login)$/);
  });

  it.each([
    ['a new part, which has further settings', 'parts', '/en/gizmos/7'],
    ['the list of other new records', 'workshops', '/en/gizmos'],
  ])('lead to %s', async (_, name, address) => {
    mockServer(() => ({ body: buildRow(7) }));
    const page = <CreatePage name={name} />;
    const router = open({ ...buildResource([buildField('model', 'text')]), name }, undefined, 'en', { custom: page });
    await screen.findByLabelText(/^model/);
    type(/^model/, 'RS-701');
    fireEvent.click(save());
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(router.state.location.pathname).toBe(address);
  });
});
