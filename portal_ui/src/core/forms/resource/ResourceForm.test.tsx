// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ResourceForm } from './ResourceForm';
import {
  buildField,
  buildResource,
  buildRow,
  getValue,
  type MockResponse,
  mockServer,
  open,
  save,
  saving,
  setUpFormTests,
  stored,
  type,
  workshops,
} from './testing';

setUpFormTests();

describe('declared form', { timeout: 30_000 }, () => {
  it('shows errors on save and not before, in the current language, and saves valid values', async () => {
    const requests = mockServer(() => ({ body: buildRow(7, 'Taller') }));
    const router = open(workshops, undefined, 'es');
    const price = await screen.findByLabelText(/^Price per hour/);
    expect(save().disabled).toBe(true);
    expect(screen.queryByText(/cambios/)).toBeNull();
    fireEvent.focus(screen.getByLabelText(/^Name/));
    fireEvent.blur(screen.getByLabelText(/^Name/));
    expect(screen.queryByRole('alert')).toBeNull();

    type(/^Price/, 'mucho');
    fireEvent.keyDown(price, { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('¡Obligatorio!')).toBeTruthy();
    expect(screen.getByText('Escriba un importe, por ejemplo 120.50')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    await act(() => router.navigate('/en/form'));
    expect(await screen.findByText('Required!')).toBeTruthy();
    expect(requests).toEqual([]);

    type(/^Name/, ' Taller ');
    type(/^Price/, '12,5');
    fireEvent.click(screen.getByRole('switch', { name: 'Offers special support' }));
    await saving();
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    expect(await screen.findByText('“Taller” saved')).toBeTruthy();
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/rest/workshops',
      body: { name: 'Taller', price: 12.5, supportSpecialServices: true },
    });
  });

  it('is prefilled from its address, without unsaved changes', async () => {
    mockServer(() => ({ body: buildRow(7) }));
    open(workshops, undefined, 'en', { search: `?initial=${encodeURIComponent('{"name":"Taller"}')}` });
    await screen.findByLabelText(/^Name/);
    expect(getValue(/^Name/)).toBe('Taller');
    expect(screen.queryByText(/changes/)).toBeNull();
  });

  it('confirms a new record with the message of its resource and the sent values', async () => {
    mockServer(() => ({ body: buildRow(7, 'Taller') }));
    const createdMessage = ({ price }: Record<string, unknown>) => (price === '12.5' ? 'users.invited' : 'form.saved');
    open(
      buildResource([buildField('name', 'text'), buildField('price', 'money'), buildField('email', 'text')]),
      undefined,
      'en',
      {
        extras: { createdMessage },
      },
    );
    await screen.findByLabelText(/^name/);
    type(/^name/, 'Taller');
    type(/^price/, '12.5');
    type(/^email/, 'a@b.org');
    await saving();
    expect(await screen.findByText(/An invitation was sent to a@b.org and is valid for 7 days/)).toBeTruthy();
  });

  it('does not navigate if another page was opened before the response', async () => {
    mockServer(() => ({ body: buildRow(7, 'Taller') }));
    const router = open(workshops);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Taller');
    type(/^Price/, '12.5');
    window.location.hash = '#/en/closed-repairs';
    await saving();
    expect(await screen.findByText('“Taller” saved')).toBeTruthy();
    window.location.hash = '';
    expect(router.state.location.pathname).toBe('/en/form');
  });

  it('marks optional fields', async () => {
    mockServer(() => ({ body: { id: 1, version: 'x', code: 'G-1', note: '' } }));
    open(buildResource([buildField('code', 'text'), { ...buildField('note', 'text'), required: false }]), 1);
    expect((await screen.findByLabelText(/^note/)).closest('.MuiFormControl-root')?.textContent).toContain('optional');
    expect(screen.getByLabelText(/^code/).closest('.MuiFormControl-root')?.textContent).not.toContain('optional');
  });

  it('links to the list if the record does not exist, as a retry cannot help', async () => {
    mockServer(() => ({ status: 404, body: { code: 'NOT_FOUND', message: 'Gone' } }));
    open(workshops, 1);
    expect(await screen.findByText('Entry not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/workshops');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('links back to the list before the title', async () => {
    mockServer(() => ({ body: { id: 1, version: 'x', name: 'Taller', price: 1 } }));
    open(workshops, 1);
    const title = await screen.findByRole('heading', { level: 1 });
    const back = screen.getByRole('link', { name: 'Back to list' });
    expect(back.parentElement?.nextElementSibling?.contains(title)).toBe(true);
  });

  it('disables Save while values are invalid or the picture is missing, and lists these fields', async () => {
    const getMissingText = () => screen.queryByText(/^Missing or invalid/)?.textContent;
    const fields = [buildField('code', 'text'), buildField('price', 'money'), buildField('image', 'image')];
    mockServer(() => ({ body: { id: 1, version: 'x', code: 'G-1', price: 1, imageUrl: '/p.png' } }));
    open(buildResource(fields));
    await screen.findByLabelText(/^code/);
    // An untouched form does not list all its fields.
    expect(getMissingText()).toBeUndefined();
    expect(screen.getByText('Fill in the required fields')).toBeTruthy();
    expect(save().disabled).toBe(true);
    type(/^code/, 'G-1');
    expect(getMissingText()).toBe('Missing or invalid: price, image');
    type(/^price/, 'much');
    expect(getMissingText()).toBe('Missing or invalid: price, image');
    type(/^price/, '1');
    expect(getMissingText()).toBe('Missing or invalid: image');
    expect(save().disabled).toBe(true);
    cleanup();

    open(buildResource(fields), 1);
    await screen.findByLabelText(/^code/);
    type(/^code/, '  ');
    expect(getMissingText()).toBe('Missing or invalid: code');
    expect(save().disabled).toBe(true);
    type(/^code/, 'G-2');
    expect(getMissingText()).toBeUndefined();
    expect(save().disabled).toBe(false);
  });

  it('shows server errors on their fields or in the toolbar, and keeps typed values', async () => {
    let refusal: MockResponse = {
      status: 409,
      body: { code: 'EXISTS', message: 'There is one', fields: { name: ['Taken'], owner: ['Nobody owns it'] } },
    };
    mockServer(() => refusal);
    open(workshops);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '1');
    await saving();
    expect(await screen.findByText('Taken')).toBeTruthy();
    expect(screen.getByText('Nobody owns it')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
    refusal = { status: 500, body: {} };
    type(/^Name/, 'Beta');
    await waitFor(() => expect(screen.queryByText('Taken')).toBeNull());
    await saving();
    expect(await screen.findByText('Not saved: an error occurred on the server.')).toBeTruthy();
    expect(getValue(/^Name/)).toBe('Beta');
  });

  it('keeps values typed while a save is in progress', async () => {
    let release = () => {};
    const response = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requests = mockServer(async ({ method, body }) => {
      if (method !== 'PUT') return { body: stored };
      await response;
      return { body: { ...stored, ...(body as object), version: 'two' } };
    });
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Sent');
    fireEvent.click(save());
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    type(/^Name/, 'Typed since');
    release();
    expect(await screen.findByText('“Sent” saved')).toBeTruthy();
    expect(getValue(/^Name/)).toBe('Typed since');
    await saving();
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ name: 'Typed since', version: 'two' }));
    await waitFor(() => expect(save().disabled).toBe(true));
    expect(screen.getByText('All changes saved')).toBeTruthy();
  });

  it('shows a version conflict, and continues with the typed values', async () => {
    let current = stored;
    const requests = mockServer(({ method, body }) => {
      if (method !== 'PUT') return { body: current };
      const sent = body as typeof current;
      if (sent.version !== current.version) return { status: 409, body: { code: 'STALE', message: 'Changed' } };
      return { body: { ...sent, version: 'three' } };
    });
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Mine');
    current = { ...current, name: 'Theirs', price: 99, supportSpecialServices: true, version: 'two' };
    fireEvent.click(save());
    const alert = (await screen.findByText('Someone else changed this entry')).closest('[role=alert]');
    expect(alert?.textContent).toContain('Name: now “Theirs”, your version “Mine”');
    expect(alert?.textContent).toContain('Price per hour (USD): now “$99.00”');
    expect(alert?.textContent).toContain('Offers special support: now “Yes”');
    expect(getValue(/^Name/)).toBe('Mine');
    expect(save().disabled).toBe(true);

    fireEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Load latest version and keep my text' }));
    await waitFor(() => expect(getValue(/^Price/)).toBe('99.00'));
    expect(document.activeElement).toBe(save());
    expect(getValue(/^Name/)).toBe('Mine');
    await saving();
    expect(await screen.findByText('“Mine” saved')).toBeTruthy();
    expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      name: 'Mine',
      price: 99,
      version: 'two',
    });
  });

  it('asks before leaving with unsaved changes, but not after a save', async () => {
    mockServer(({ method, body }) => ({ body: method === 'PUT' ? { ...stored, ...(body as object) } : stored }));
    const router = open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Other');
    await act(() => router.navigate('/en/elsewhere'));
    expect(router.state.location.pathname).toBe('/en/form');
    fireEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    expect(getValue(/^Name/)).toBe('Other');
    await saving();
    await screen.findByText('“Other” saved');
    await act(() => router.navigate('/en/elsewhere'));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('retries a creation without response with the same idempotency key', async () => {
    let isDown = true;
    const requests = mockServer(() => (isDown ? null : { body: buildRow(7, 'Alpha') }));
    const router = open(workshops);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '1');
    await saving();
    expect(await screen.findByText("Not saved: the portal didn't respond.")).toBeTruthy();
    isDown = false;
    await saving();
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(requests[0]?.key).toBeTruthy();
    expect(requests[1]?.key).toBe(requests[0]?.key);
  });

  it('restores a draft, but no password', async () => {
    const secret = buildField('secret', 'text', { format: 'password', on: ['edit'], required: false });
    const { form } = workshops;
    const locked = { ...workshops, form: form && { ...form, fields: [...form.fields, secret] } };
    mockServer(() => ({ body: stored }));
    open(locked, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Half a name');
    type(/^secret/, 'hunter2');
    cleanup();
    expect(JSON.stringify(localStorage)).not.toContain('hunter2');

    open(locked, 3);
    await waitFor(() => expect(getValue(/^Name/)).toBe('Half a name'));
    expect(getValue(/^secret/)).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(getValue(/^Name/)).toBe('Shop 3');
    cleanup();
    open(locked, 3);
    expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Shop 3');
  });

  it.each<[string, MockResponse | null]>([
    ['refused', { status: 409, body: { code: 'EXISTS', message: 'There is one already' } }],
    ['unanswered', null],
  ])('keeps its draft after a save that is %s', async (_, response) => {
    const requests = mockServer(({ method }) => (method === 'GET' ? { body: stored } : response));
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Half a name');
    fireEvent(window, new Event('pagehide'));
    expect(JSON.stringify(localStorage)).toContain('Half a name');
    await saving();
    await waitFor(() => expect(requests.at(-1)?.method).toBe('PUT'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(JSON.stringify(localStorage)).toContain('Half a name');
  });

  it('dismisses the reason of a refusal once a value changes', async () => {
    mockServer(({ method }) =>
      method === 'GET' ? { body: stored } : { status: 409, body: { code: 'EXISTS', message: 'There is one' } },
    );
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Taken');
    await saving();
    expect(await screen.findByText('There is one')).toBeTruthy();
    fireEvent.blur(screen.getByLabelText(/^Name/));
    expect(screen.getByText('There is one')).toBeTruthy();
    type(/^Name/, 'Free');
    await waitFor(() => expect(screen.queryByText('There is one')).toBeNull());
  });

  it('restores the draft of a prefilled form', async () => {
    mockServer(() => ({ body: buildRow(7) }));
    const search = `?initial=${encodeURIComponent('{"name":"Taller"}')}`;
    open(workshops, undefined, 'en', { search });
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Half a name');
    cleanup();
    open(workshops, undefined, 'en', { search });
    await waitFor(() => expect(getValue(/^Name/)).toBe('Half a name'));
    expect(await screen.findByRole('button', { name: 'Discard draft' })).toBeTruthy();
  });

  it('shows the error if a record in use cannot be deleted', async () => {
    mockServer(({ method }) =>
      method === 'DELETE'
        ? { status: 409, body: { code: 'IN_USE', message: 'This entry is in use' } }
        : { body: stored },
    );
    open(workshops, 3);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This entry is in use')).toBeTruthy();
  });

  it('saves in a dialog and returns the record', async () => {
    mockServer(() => ({ body: buildRow(7, 'Alpha') }));
    const onSaved = vi.fn();
    open(workshops, undefined, 'en', { dialog: onSaved });
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '');
    expect(save().disabled).toBe(true);
    expect(screen.getByText('Missing or invalid: Price per hour (USD)')).toBeTruthy();
    type(/^Price/, '1');
    fireEvent.keyDown(screen.getByLabelText(/^Name/), { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay on this page' })).toBeNull());
    fireEvent.click(save());
    await waitFor(() =>
      expect(onSaved).toHaveBeenCalledWith(buildRow(7, 'Alpha'), expect.objectContaining({ name: 'Alpha' })),
    );
  });

  it('has a toolbar that is sticky below another form only while there is something to save', async () => {
    mockServer(() => ({ body: {} }));
    open(workshops, undefined, 'en', {
      custom: <ResourceForm resource={workshops} onSaved={() => {}} inlineToolbar />,
    });
    await screen.findByLabelText(/^Name/);
    const getPosition = () => {
      const toolbar = save().closest<HTMLElement>('[data-action-bar]');
      return toolbar && getComputedStyle(toolbar).position;
    };
    expect(getPosition()).toBe('static');
    type(/^Name/, 'Alpha');
    expect(getPosition()).toBe('sticky');
  });
});
