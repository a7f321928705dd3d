// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { writeDraft } from '../drafts';
import CreateRecordDialog from './CreateRecordDialog';
import { ResourceForm } from './ResourceForm';
import {
  buildField,
  buildResource,
  buildRow,
  getValue,
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

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const deletable = { ...workshops, form: workshops.form && { ...workshops.form, delete: true } };

describe('the page of a record', { timeout: 30_000 }, () => {
  it('loads the record again after an error, on request', async () => {
    let isDown = true;
    const requests = mockServer(() => (isDown ? { status: 500, body: {} } : { body: stored }));
    open(workshops, 3);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    isDown = false;
    const count = requests.length;
    fireEvent.click(retry);
    await screen.findByLabelText(/^Name/);
    expect(requests.length).toBeGreaterThan(count);
    expect(getValue(/^Name/)).toBe('Shop 3');
  });

  it('has no Save button if all its fields are read-only', async () => {
    mockServer(() => ({ body: { id: 1, code: 'G-1' } }));
    open(buildResource([buildField('code', 'text', { readOnly: true })]), 1);
    expect(await screen.findByText('G-1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('saves by Ctrl+Enter, and sends the version that it was opened with', async () => {
    const requests = mockServer(({ method, body }) => ({
      body: method === 'PUT' ? { ...stored, ...(body as object), version: 'two' } : stored,
    }));
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Beta');
    fireEvent.keyDown(screen.getByLabelText(/^Name/), { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('“Beta” saved')).toBeTruthy();
    const sent = requests.filter(({ method }) => method === 'PUT');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ path: '/api/rest/workshops/3', body: { name: 'Beta', version: 'one' } });
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  });

  it('loads the newer record without the typed values after a conflict, if the user decides so', async () => {
    let current = stored;
    const requests = mockServer(({ method, body }) => {
      if (method !== 'PUT') return { body: current };
      if ((body as typeof current).version !== current.version)
        return { status: 409, body: { code: 'STALE', message: 'Changed' } };
      return { body: { ...(body as object), id: 3, version: 'three' } };
    });
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Mine');
    current = { ...current, name: 'Theirs', version: 'two' };
    fireEvent.click(save());
    await screen.findByText('Someone else changed this entry');
    press('Load latest version and discard my text');
    await waitFor(() => expect(getValue(/^Name/)).toBe('Theirs'));
    expect(screen.queryByText('Someone else changed this entry')).toBeNull();
    // The focus of the pressed button is not lost.
    expect(document.activeElement).not.toBe(document.body);
    type(/^Name/, 'Agreed');
    await saving();
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ name: 'Agreed', version: 'two' }));
  });

  it('shows the reason why it cannot be saved, and sends nothing', async () => {
    const requests = mockServer(() => ({ body: stored }));
    const blockedReason = vi.fn((values: object, before: object) =>
      JSON.stringify(values) === JSON.stringify(before) ? null : 'Not now',
    );
    const custom = <ResourceForm resource={workshops} id={3} onSaved={() => {}} blockedReason={blockedReason} />;
    open(workshops, 3, 'en', { custom });
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Beta');
    await saving();
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
    press('Close');
    await waitFor(() => expect(screen.queryByText('Not now')).toBeNull());
  });

  it('says once that its record, or the error, is shown', async () => {
    mockServer(() => ({ body: stored }));
    const onRead = vi.fn();
    const custom = <ResourceForm resource={workshops} id={3} onSaved={() => {}} onRead={onRead} />;
    open(workshops, 3, 'en', { custom });
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Beta');
    expect(onRead).toHaveBeenCalledTimes(1);
    cleanup();
    onRead.mockReset();
    mockServer(() => ({ status: 500, body: {} }));
    open(workshops, 3, 'en', { custom });
    await screen.findByRole('button', { name: 'Try again' });
    expect(onRead).toHaveBeenCalledTimes(1);
  });

  it('has further actions once its record is known, and its name below the title', async () => {
    mockServer(() => ({ body: stored }));
    open(workshops, 3, 'en', { extras: { actions: ({ id }) => <p>action of {id}</p> } });
    expect(screen.queryByText(/^action of/)).toBeNull();
    expect(await screen.findByText('action of 3')).toBeTruthy();
    expect(screen.getByText('Shop 3')).toBeTruthy();
  });
});

describe('deletion of a record', { timeout: 30_000 }, () => {
  const confirm = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Shop 3”?' });
    return within(dialog);
  };

  it('is confirmed, and opens the list without a question about unsaved changes', async () => {
    const requests = mockServer(({ method }) => ({ body: method === 'DELETE' ? true : stored }));
    const router = open(deletable, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Unsaved');
    const dialog = await confirm();
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/rest/workshops/3',
    ]);
    expect(await screen.findByText('“Shop 3” deleted')).toBeTruthy();
  });

  it('shows no earlier error when it is tried again, and deletes nothing on Cancel', async () => {
    const requests = mockServer(({ method }) =>
      method === 'DELETE'
        ? { status: 409, body: { code: 'IN_USE', message: 'This entry is in use' } }
        : { body: stored },
    );
    open(deletable, 3);
    const first = await confirm();
    fireEvent.click(first.getByRole('button', { name: 'Delete' }));
    await screen.findByText('This entry is in use');
    fireEvent.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const second = await confirm();
    expect(second.queryByText('This entry is in use')).toBeNull();
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('is offered only for resources that allow it, and not for new records', async () => {
    mockServer(() => ({ body: stored }));
    const form = workshops.form && { ...workshops.form, delete: false };
    open({ ...workshops, form }, 3);
    await screen.findByLabelText(/^Name/);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    cleanup();
    open(deletable);
    await screen.findByLabelText(/^Name/);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});

describe('a new record', { timeout: 30_000 }, () => {
  it('is opened after its creation if it has further settings', async () => {
    mockServer(() => ({ body: { id: 9, code: 'G-1' } }));
    const router = open(buildResource([buildField('code', 'text')]), undefined, 'en', { extras: { opensNew: true } });
    await screen.findByLabelText(/^code/);
    type(/^code/, 'G-1');
    await saving();
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/gizmos/9'));
  });

  it('has the focus in its first field if that is typed in', async () => {
    mockServer(() => ({ body: {} }));
    open(buildResource([buildField('code', 'text'), buildField('name', 'text')]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^code/)));
    cleanup();
    const choices = [{ key: '1', name: 'One' }];
    open(buildResource([buildField('role', 'choice', { choices }), buildField('name', 'text')]));
    await screen.findByLabelText(/^name/);
    expect(document.activeElement).toBe(document.body);
  });

  it('has the declared defaults, which initial values replace', async () => {
    mockServer(() => ({ body: {} }));
    const fields = [buildField('code', 'text', { default: 'G-' }), buildField('name', 'text', { default: 'Gizmo' })];
    open(buildResource(fields), undefined, 'en', { search: `?initial=${encodeURIComponent('{"name":"Other"}')}` });
    await screen.findByLabelText(/^code/);
    expect([getValue(/^code/), getValue(/^name/)]).toEqual(['G-', 'Other']);
  });

  it('is sent without fields that only a record has', async () => {
    const requests = mockServer(() => ({ body: { id: 9, code: 'G-1' } }));
    open(buildResource([buildField('code', 'text'), buildField('state', 'text', { on: ['edit'] })]));
    await screen.findByLabelText(/^code/);
    expect(screen.queryByLabelText(/^state/)).toBeNull();
    type(/^code/, ' G-1 ');
    await saving();
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'POST', body: { code: 'G-1' } }));
    expect(requests.at(-1)?.body).not.toHaveProperty('state');
  });

  it('in a dialog has its initial values, and a draft of its own for each record that needs it', async () => {
    mockServer(() => ({ body: {} }));
    const dialog = (sourceId: number) => (
      <CreateRecordDialog
        name="workshops"
        initial={{ name: 'Prefilled' }}
        sourceId={sourceId}
        onSaved={() => {}}
        onClose={() => {}}
      />
    );
    writeDraft('portal_draft:admin:workshops:5:dialog', { price: '7' });
    open(workshops, undefined, 'en', { custom: dialog(5) });
    await waitFor(() => expect(getValue(/^Price/)).toBe('7'));
    expect(getValue(/^Name/)).toBe('Prefilled');
    cleanup();
    open(workshops, undefined, 'en', { custom: dialog(6) });
    await screen.findByLabelText(/^Price/);
    await act(async () => {});
    expect(getValue(/^Price/)).toBe('0.00');
  });

  it('leaves no draft once it is created', async () => {
    mockServer(() => ({ body: buildRow(7, 'Alpha') }));
    const router = open(workshops);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '1');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(JSON.stringify(localStorage)).toContain('Alpha');
    await saving();
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    expect(JSON.stringify(localStorage)).not.toContain('Alpha');
  });
});

it('has inputs with the keyboard and completion of their fields', { timeout: 30_000 }, async () => {
  mockServer(() => ({ body: {} }));
  const fields = [
    buildField('mail', 'text', { format: 'email', autoComplete: 'email' }),
    buildField('phone', 'text', { format: 'phone' }),
    buildField('login', 'text', { format: 'username' }),
    buildField('count', 'number'),
    buildField('price', 'money', { help: 'In dollars' }),
    buildField('secret', 'text', { format: 'currentPassword' }),
  ];
  open(buildResource(fields));
  await screen.findByLabelText(/^mail/);
  const find = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  expect([find(/^mail/), find(/^phone/), find(/^secret/)].map((input) => input.type)).toEqual([
    'email',
    'tel',
    'password',
  ]);
  expect([find(/^mail/), find(/^phone/)].map((input) => input.autocomplete)).toEqual(['email', 'off']);
  expect(find(/^login/).getAttribute('autocapitalize')).toBe('none');
  expect([find(/^count/), find(/^price/)].map((input) => input.inputMode)).toEqual(['numeric', 'decimal']);
  expect(screen.getByText('In dollars')).toBeTruthy();
});

describe('the heading of the page', { timeout: 30_000 }, () => {
  const getTitle = () => screen.getByRole('heading', { level: 1 }).textContent;

  it('names what is done, and the button as well', async () => {
    mockServer(() => ({ body: stored }));
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    expect([getTitle(), save('Save').type]).toEqual(['Edit workshop', 'submit']);
    expect(screen.queryByRole('button', { name: 'Add workshop' })).toBeNull();
    cleanup();
    open(workshops);
    await screen.findByLabelText(/^Name/);
    expect([getTitle(), save('Add workshop').type]).toEqual(['Add workshop', 'submit']);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/workshops');
  });

  it('is that of the list if it has no others, with a button to save', async () => {
    mockServer(() => ({ body: stored }));
    const untitled = { ...workshops, titles: null } as unknown as typeof workshops;
    open(untitled);
    await screen.findByLabelText(/^Name/);
    expect([getTitle(), save('Save').type]).toEqual(['Workshops', 'submit']);
    cleanup();
    open(untitled, 3);
    await screen.findByLabelText(/^Name/);
    expect(getTitle()).toBe('Workshops');
  });

  it('is shown while the record loads, without a name and further actions', async () => {
    mockServer(() => new Promise(() => {}));
    open(workshops, 3, 'en', { extras: { actions: () => <p>an action</p> } });
    expect(getTitle()).toBe('Edit workshop');
    expect([screen.queryByText('an action'), screen.queryByText('Workshops')]).toEqual([null, null]);
  });

  it('has no further actions for a new record', async () => {
    mockServer(() => ({ body: stored }));
    open(workshops, undefined, 'en', { extras: { actions: () => <p>an action</p> } });
    await screen.findByLabelText(/^Name/);
    expect(screen.queryByText('an action')).toBeNull();
  });
});

it('in a dialog is named by what is added, as its button', { timeout: 30_000 }, async () => {
  mockServer(() => ({ body: {} }));
  open(workshops, undefined, 'en', { dialog: () => {} });
  const dialog = within(await screen.findByRole('dialog', { name: 'Add workshop' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add workshop' }).disabled).toBe(true);
  cleanup();
  open({ ...workshops, titles: null } as unknown as typeof workshops, undefined, 'en', { dialog: () => {} });
  await screen.findByRole('dialog', { name: 'Workshops' });
  cleanup();
  open({ ...workshops, form: null } as unknown as typeof workshops, undefined, 'en', { dialog: () => {} });
  expect(screen.queryByRole('dialog')).toBeNull();
});
