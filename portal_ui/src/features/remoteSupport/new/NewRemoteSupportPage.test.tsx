// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Meta } from '../../../api/types';
import { uploadFile } from '../../../core/files/uploadFile';
import { UploadError } from '../../../core/files/uploadQueue';
import { buildDraftKey, readDraft, writeDraft } from '../../../core/forms/drafts';
import { renderAt, serve } from '../../imports/testing';
import NewRemoteSupportPage from './NewRemoteSupportPage';
import RemoteSupportForClientPage from './RemoteSupportForClientPage';
import { createEmptyForm } from './supportForm';

vi.mock('../../../core/files/uploadFile', () => ({ uploadFile: vi.fn(), uploadPicture: vi.fn() }));

const user = { username: 'ana' };
const part = { id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', imageUrl: null };
const server = (parts: unknown[]) =>
  serve({
    'GET /api/v1/instruments/fetch': ({ query }) => ({
      serialNumber: `SN-${query.get('instrumentId')}`,
      category: { key: 'HANDHELD' },
      partId: 3,
      visits: [],
    }),
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => parts,
  });
const open = (at: string) =>
  renderAt(<NewRemoteSupportPage />, {
    at: `/en/remote-support/new${at}`,
    route: '/:lang/remote-support/new',
    meta: { user } as Partial<Meta>,
  });

it('keeps a draft about another instrument and offers to use this one', { timeout: 120_000 }, async () => {
  server([part]);
  const content = { ...createEmptyForm(), serialNumber: 'SN-1' };
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), { content });
  const address = await open('?instrument=2');
  await screen.findByText(/serial number SN-2 wasn't filled in: this draft is about a different instrument/);
  expect(screen.getByDisplayValue('SN-1')).toBeTruthy();
  expect(address()).toContain('instrument=2');
  fireEvent.click(screen.getByText('Use this instrument'));
  expect(screen.getByDisplayValue('SN-2')).toBeTruthy();
  expect(screen.queryByText(/wasn't filled in/)).toBeNull();
  await waitFor(() => expect(address()).toBe('/en/remote-support/new'));
});

it('reports a model that has no remote support', { timeout: 120_000 }, async () => {
  server([]);
  await open('?instrument=1');
  await screen.findByText(/^Only the serial number \(SN-1\) was filled in/);
  expect(screen.getByDisplayValue('SN-1')).toBeTruthy();
});

it('keeps an instrument that was filled in, in case the page is reloaded', { timeout: 120_000 }, async () => {
  server([part]);
  await open('?instrument=1');
  await screen.findByDisplayValue('SN-1');
  window.dispatchEvent(new Event('pagehide'));
  const draft = readDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'));
  expect(draft?.values.content).toMatchObject({ serialNumber: 'SN-1', partId: 3 });
});

const contact = { firstName: 'Nino', lastName: 'Beridze', phone: '+995 32 255 01 83', email: 'nino@example.org' };
const drafted = {
  ...createEmptyForm({ ...contact, backupEmails: [] }),
  title: 'No spectra',
  description: 'Since the power cut.',
  day: '2027-01-15',
  time: '09:30',
  methods: ['PHONE'],
  attachments: [{ id: 'f1', name: 'kept.txt', type: 'text/plain', size: 9 }],
};

it('opens the review by Enter only if valid, and shows server errors on fields', { timeout: 120_000 }, async () => {
  const error = { code: 'VALIDATION', message: 'Refused', fields: { preferredDate: ['No one is there.'] } };
  const requests = serve({
    'GET /api/v1/files/status': () => ['f1'],
    'PUT /api/v1/support/save': () => new Response(JSON.stringify(error), { status: 400 }),
  });
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), { content: { ...drafted, title: '' } });
  await open('');
  await screen.findByText('kept.txt');
  const title = screen.getByLabelText<HTMLInputElement>(/^Title/);
  const pressEnter = () => fireEvent.click(title.form?.querySelector('button[type=submit]') as HTMLElement);
  pressEnter();
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.change(title, { target: { value: 'No spectra' } });
  pressEnter();
  const review = within(await screen.findByRole('dialog'));
  fireEvent.click(review.getByRole('button', { name: 'Submit request' }));
  await screen.findByText('No one is there.');
  expect(requests.at(-1)?.body).toMatchObject({ title: 'No spectra', attachments: [{ id: 'f1' }] });
});

it('counts files that could not be uploaded', { timeout: 120_000 }, async () => {
  vi.mocked(uploadFile).mockRejectedValue(new UploadError({ reason: 'server', message: null }));
  serve({});
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), { content: { ...drafted, attachments: [] } });
  await open('');
  await screen.findByDisplayValue('No spectra');
  const files = ['a.txt', 'b.txt'].map((name) => new File(['x'], name, { type: 'text/plain' }));
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files } });
  expect(await screen.findByText("2 files couldn't be uploaded")).toBeTruthy();
});

it('warns before a request for a time that has passed is submitted', { timeout: 120_000 }, async () => {
  serve({});
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), {
    content: { ...drafted, day: '2020-01-15', attachments: [] },
  });
  await open('');
  fireEvent.click(await screen.findByRole('button', { name: 'Submit request' }));
  expect(within(await screen.findByRole('dialog')).getByRole('alert').textContent).toContain('already passed');
});

it('opens its draft even if the profile fails to load', { timeout: 120_000 }, async () => {
  serve({});
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), { content: { ...drafted, attachments: [] } });
  await open('');
  await screen.findByDisplayValue('No spectra');
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Nino');
});

it('is empty after it is cleared, like its draft', { timeout: 120_000 }, async () => {
  serve({ 'GET /api/v1/files/status': () => ['f1'] });
  writeDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'), { content: drafted });
  await open('');
  await screen.findByText('kept.txt');
  fireEvent.click(screen.getByRole('button', { name: 'Clear form' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Clear form' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(''));
  expect(screen.queryByText('kept.txt')).toBeNull();
  expect(readDraft(buildDraftKey('newRemoteSupport', 0, 'NEW'))).toBeNull();
});

const forClientKey = () => buildDraftKey('remoteSupportForClient', 0, 'NEW');
const ownKey = () => buildDraftKey('newRemoteSupport', 0, 'NEW');
const openForClient = () =>
  renderAt(<RemoteSupportForClientPage />, {
    at: '/en/remote-support/for-client',
    route: '/:lang/remote-support/for-client',
    meta: { user } as Partial<Meta>,
  });
it('submits the request of a client for a service, and removes its draft only', { timeout: 120_000 }, async () => {
  const requests = serve({ 'PUT /api/v1/support/save': () => ({ id: 9, number: 'S-9' }) });
  const content = { ...drafted, attachments: [], client: '4', clientName: 'Customs' };
  writeDraft(forClientKey(), { content });
  writeDraft(ownKey(), { content: drafted });
  const address = await openForClient();
  expect(await screen.findByRole('heading', { name: 'New remote support request for a client' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Submit request' }));
  const review = within(await screen.findByRole('dialog'));
  expect(review.getByText('For Customs')).toBeTruthy();
  expect(review.queryByRole('alert')).toBeNull();
  fireEvent.click(review.getByRole('button', { name: 'Submit request' }));
  await waitFor(() => expect(address()).toBe('/en/remote-support/list'));
  const body = requests.find(({ path }) => path.endsWith('/save'))?.body;
  expect(body).toMatchObject({ client: { id: 4 }, preferredDate: '2027-01-15T14:30:00.000Z' });
  expect(readDraft(forClientKey())).toBeNull();
  expect(readDraft(ownKey())).not.toBeNull();
});

it('requires the client of a request that a service creates', { timeout: 120_000 }, async () => {
  serve({});
  writeDraft(forClientKey(), { content: { ...drafted, attachments: [] } });
  await openForClient();
  await screen.findByDisplayValue('No spectra');
  expect(screen.getByRole('combobox', { name: /^Client/ })).toBeTruthy();
  expect(screen.getByText(/1 field/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Submit request' }));
  expect(await screen.findByText('Required!')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('fills in the contact of the profile, and begins empty', { timeout: 120_000 }, async () => {
  serve({ 'GET /api/v1/contacts/profile': () => ({ contact: { ...contact, backupEmails: [] } }) });
  await open('');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Nino'));
  expect(screen.getByText('Enter a title and a description')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: /^Client/ })).toBeNull();
});

it('removes files that the server no longer has from the request', { timeout: 120_000 }, async () => {
  const requests = serve({
    'GET /api/v1/files/status': () => [],
    'PUT /api/v1/support/save': () => ({ id: 9, number: 'S-9' }),
  });
  writeDraft(ownKey(), { content: drafted });
  await open('');
  await screen.findByText('kept.txt');
  fireEvent.click(screen.getByRole('button', { name: 'Submit request' }));
  await waitFor(() => expect(screen.queryByText('kept.txt')).toBeNull());
  expect(requests.some(({ path }) => path.endsWith('/save'))).toBe(false);
});

it('says that the instrument could not be loaded', { timeout: 120_000 }, async () => {
  serve({});
  await open('?instrument=1');
  expect(await screen.findByText(/^The instrument couldn't be loaded/)).toBeTruthy();
});
