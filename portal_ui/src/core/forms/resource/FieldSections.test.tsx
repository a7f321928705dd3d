// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildField, buildResource, getValue, mockServer, open, save, saving, setUpFormTests, type } from './testing';

setUpFormTests();

describe('fields of a declared form', { timeout: 30_000 }, () => {
  const choices = [
    { key: '1', name: 'One' },
    { key: '2', name: 'Two' },
  ];

  it('render by type, with languages side by side and unknown types as text', async () => {
    const fields = [
      buildField('noteEn', 'longText', { label: 'Note (English)', group: 'note', language: 'en', maxLength: 20 }),
      buildField('noteEs', 'longText', { label: 'Note (Spanish)', group: 'note', language: 'es', maxLength: 20 }),
      buildField('count', 'number'),
      buildField('one', 'choice', { choices }),
      buildField('many', 'choices', { choices }),
      buildField('picture', 'image'),
      buildField('colour', 'hologram'),
      buildField('tensor', 'tensor'),
      buildField('code', 'text', { on: ['create'] }),
      buildField('state', 'choice', { readOnly: true, choices }),
    ];
    const gizmo = { id: 1, version: 'x', noteEn: 'a', noteEs: 'b', count: 5, one: '2', many: [1], colour: 'red' };
    mockServer(() => ({ body: { ...gizmo, tensor: [[1]], code: 'G-1', state: '1' } }));
    open(buildResource(fields), 1);
    expect((await screen.findByLabelText<HTMLInputElement>(/^count/)).value).toBe('5');
    expect(getValue(/^one/)).toBe('Two');
    expect(screen.getAllByText('One').length).toBe(2);
    expect(getValue(/^colour/)).toBe('red');
    expect(screen.queryByLabelText(/^tensor/)).toBeNull();
    expect(screen.getByText('code').nextSibling?.textContent).toBe('G-1');
    expect(screen.getByText('state').nextSibling?.textContent).toBe('One');
    const [english, spanish] = [/English/, /Spanish/].map((label) => screen.getByLabelText(label));
    expect(english?.closest('.ra-input')?.parentElement?.contains(spanish ?? null)).toBe(true);
    type(/^Note \(English\)/, 'x'.repeat(21));
    fireEvent.blur(screen.getByLabelText(/English/));
    expect(await screen.findByText('At most 20 characters')).toBeTruthy();
  });

  it('show a confirmation field only while a field that it confirms is changed, and send it only then', {
    timeout: 90_000,
  }, async () => {
    const fields = [
      buildField('name', 'text'),
      buildField('email', 'text'),
      buildField('others', 'texts', { required: false, maxItems: 2 }),
      buildField('password', 'text', { format: 'currentPassword', confirms: ['email', 'others'] }),
    ];
    const stored = { id: 1, version: 'x', name: 'Ana', email: 'a@b.org', others: ['c@d.org'] };
    const requests = mockServer(({ method, body }) => ({
      body: method === 'PUT' ? { ...stored, ...(body as object) } : stored,
    }));
    open(buildResource(fields), 1);
    await screen.findByLabelText(/^name/);
    const password = () => screen.queryByLabelText(/^password/);
    expect(password()).toBeNull();
    type(/^name/, 'Eva');
    expect(password()).toBeNull();
    type(/^email/, 'e@f.org');
    expect(password()).toBeTruthy();
    expect(save().disabled).toBe(true);
    type(/^email/, 'a@b.org');
    expect(password()).toBeNull();
    await saving();
    await waitFor(() => expect(requests.at(-1)?.method).toBe('PUT'));
    expect(requests.at(-1)?.body).not.toHaveProperty('password');

    fireEvent.click(screen.getByRole('button', { name: 'others' }));
    expect(password()).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'others' }).disabled).toBe(true);
    type(/^others 2/, 'C@D.org');
    fireEvent.blur(screen.getByLabelText(/^others 2/));
    expect(await screen.findAllByText('This entry is listed twice')).toBeTruthy();
    type(/^others 2/, 'g@h.org');
    type(/^password/, 'secret');
    await saving();
    await waitFor(() =>
      expect(requests.at(-1)?.body).toMatchObject({ password: 'secret', others: ['c@d.org', 'g@h.org'] }),
    );
    await waitFor(() => expect(password()).toBeNull());
  });

  it('stay in pairs before and after a conditional field', async () => {
    const fields = [
      buildField('role', 'choice', { choices }),
      buildField('shop', 'text', { dependsOn: { field: 'role', values: ['2'] } }),
      buildField('first', 'text'),
      buildField('last', 'text'),
    ];
    mockServer(() => ({ body: { id: 1, version: 'x', role: '2', shop: 'Alpha', first: 'A', last: 'B' } }));
    open(buildResource(fields), 1);
    await screen.findByLabelText(/^shop/);
    const column = (label: RegExp) => {
      const cell = screen.getByLabelText(label).closest('.ra-input')?.parentElement;
      return cell && getComputedStyle(cell).gridColumn;
    };
    expect([/^role/, /^shop/, /^first/, /^last/].map(column)).toEqual(['1', '1', '1', 'auto']);
  });

  it('name what is missing in a record instead of saying that all is saved', async () => {
    mockServer(() => ({ body: { id: 1, version: 'x', city: '', street: 'Hrushevskoho' } }));
    open(buildResource([buildField('city', 'text'), buildField('street', 'text')]), 1);
    expect(await screen.findByText('Missing or invalid: city')).toBeTruthy();
    expect(screen.queryByText('All changes saved')).toBeNull();
    expect(save().disabled).toBe(true);
    type(/^city/, 'Kyiv');
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  it('show what to choose in an empty choice', async () => {
    mockServer(() => ({ body: {} }));
    open(buildResource([buildField('role', 'choice', { choices, placeholder: 'Choose a role' })]));
    expect((await screen.findByLabelText<HTMLInputElement>(/^role/)).placeholder).toBe('Choose a role');
  });

  it('appear in their sections, and only if the field that they depend on matches', async () => {
    const fields = [
      buildField('role', 'choice', { section: 'who', choices }),
      buildField('shop', 'text', { section: 'where', dependsOn: { field: 'role', values: ['2'] } }),
      buildField('town', 'text', { section: 'where', required: false, dependsOn: { field: 'shop', values: [] } }),
    ];
    const sections = [
      { key: 'who', label: 'Who', hint: null },
      { key: 'where', label: 'Where', hint: 'Where it is done' },
    ];
    const requests = mockServer(({ method }) => ({
      body: { id: 1, version: 'x', role: method === 'PUT' ? '1' : '2', shop: 'Alpha', town: '' },
    }));
    open(buildResource(fields, sections), 1);
    const section = within(await screen.findByRole('region', { name: 'Where' }));
    expect(section.getByText('Where it is done')).toBeTruthy();
    expect(section.getByLabelText(/^town/)).toBeTruthy();
    const role = screen.getByRole('combobox', { name: /^role/ });
    fireEvent.focus(role);
    fireEvent.change(role, { target: { value: 'One' } });
    fireEvent.click(await screen.findByRole('option', { name: 'One' }));
    await waitFor(() => expect(screen.queryByLabelText(/^shop/)).toBeNull());
    expect(screen.queryByLabelText(/^town/)).toBeNull();
    await saving();
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ role: '1', version: 'x' }));
  });

  it('support text lists and matrices, and errors of single entries', async () => {
    const fields = [
      buildField('mails', 'texts', { format: 'email', required: false, addLabel: 'Add mail' }),
      buildField('grants', 'matrix', { choices: [{ key: 'R', name: 'Read' }], required: false }),
    ];
    const record = { id: 1, version: 'x', mails: ['a@b.org'], grants: { 7: ['R'] } };
    const requests = mockServer(({ method }) =>
      method === 'PUT'
        ? { status: 400, body: { code: 'INVALID', fields: { 'mails.1': ['Used elsewhere'] } } }
        : {
            body: {
              ...record,
              choices: {
                grants: [
                  { key: '7', name: 'Port' },
                  { key: '8', name: 'Gate' },
                ],
              },
            },
          },
    );
    open(buildResource(fields), 1);
    expect((await screen.findByLabelText<HTMLInputElement>(/^mails 1/)).value).toBe('a@b.org');
    fireEvent.click(screen.getByRole('button', { name: 'Add mail' }));
    type(/^mails 2/, 'nonsense');
    fireEvent.click(within(screen.getByRole('group', { name: 'Gate' })).getByRole('checkbox', { name: 'Read' }));
    expect(save().disabled).toBe(true);
    fireEvent.blur(screen.getByLabelText(/^mails 2/));
    expect(await screen.findByText('Invalid email!')).toBeTruthy();
    type(/^mails 2/, 'c@d.org');
    await saving();
    expect(await screen.findByText('Used elsewhere')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^mails 2/)));
    expect(requests.at(-1)?.body).toEqual({
      mails: ['a@b.org', 'c@d.org'],
      grants: { 7: ['R'], 8: ['R'] },
      version: 'x',
    });
  });
});
