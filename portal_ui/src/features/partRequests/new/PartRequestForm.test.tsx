// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { expect, it } from 'vitest';
import type { PartRequest } from '../../../api/partRequests';
import { startSession } from '../../../api/session';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { buildDraftKey, readDraft, writeDraft } from '../../../core/forms/drafts';
import { getI18nProviderWith } from '../../../core/i18n/i18nProvider';
import { buildAction, buildRecord } from '../../../core/process/testing';
import { renderAt, serve } from '../../imports/testing';
import type { PartyForm } from '../../shipping/shippingValues';
import NewPartRequestPage from './NewPartRequestPage';
import { PartRequestForm } from './PartRequestForm';
import { PART_REQUEST_DRAFT } from './usePartRequest';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../../locale/*/newPartRequest.json'))('en');

const tube = { id: 3, name: 'Tube', maker: 'Kromek', number: 'T-1', category: 'RPM', imageUrl: null };
const picture = { id: 'f1', name: 'ring.png', type: 'image/png', size: 9 };
const tubes = { id: 1, part: tube, name: 'Tube', quantity: 2, images: [] };
const ring = { id: 2, part: null, name: 'Ring', quantity: 1, images: [picture] };
const party = {
  contact: { firstName: 'Ana', lastName: 'Gil', phone: '+34 600 100 200', email: 'ana@example.org', backupEmails: [] },
  address: {
    companyName: 'Customs',
    country: 'ES',
    province: '',
    city: 'Madrid',
    postalCode: '28001',
    street: 'Mayor',
    building: '1',
  },
} as PartyForm;
const meta = {
  user: { username: 'ana' },
  choices: { categories: [{ key: 'RPM', name: 'Portal monitor' }], countries: [{ key: 'ES', name: 'Spain' }] },
  limits: { quantity: 5, attachmentCount: 10, imageBytes: 1_000_000, attachmentBytes: 50_000_000 },
  statuses: {},
};
const createUrl = '/api/v1/parts/new-part-request-items';
const draftKey = (id = 0) => buildDraftKey(PART_REQUEST_DRAFT, id, 'NEW');

function serveParts(responses: Record<string, () => unknown> = {}, parts = [{ ...tube, partName: 'Tube' }]) {
  return serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'RPM', name: 'Portal monitor' }],
    'GET /api/v1/parts/fetch/by/category': () => parts.map((part) => ({ ...part, manufacturer: part.maker })),
    'GET /api/v1/files/status': () => ['f1'],
    [`POST ${createUrl}`]: () => ({ id: 9, number: 'P-9' }),
    ...responses,
  });
}

interface Options {
  items?: object[];
  target?: PartRequest | null;
  offered?: PartyForm | null;
  origin?: SourceRequest | null;
}

/** Render the form; without an address, which costs most of the time. */
async function open({ items = [tubes], target = null, offered = null, origin = null }: Options = {}) {
  if (items.length > 0) writeDraft(draftKey(target?.id ?? origin?.id ?? 0), { content: { items, party: null } });
  return renderAt(
    <I18nContext.Provider value={i18nProvider}>
      <PartRequestForm {...{ target, offered, origin }} />
    </I18nContext.Provider>,
    { at: '/en/part-request/new', route: '/:lang/part-request/new', meta: meta as never },
  );
}
const quantity = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Quantity of ${name}` });
const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit request' });
const findSent = (requests: ReturnType<typeof serve>) => requests.find(({ path }) => path === createUrl);
const submit = async () => {
  fireEvent.click(submitButton());
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Submit request' }));
};

it('submits items, contact and address, and removes the draft', { timeout: 60_000 }, async () => {
  const requests = serveParts();
  const address = await open({ items: [tubes, ring], offered: party });
  await quantity('Tube');
  fireEvent.click(submitButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit this part request?' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['2 × Tube', '1 × Ring']);
  expect(dialog.getByText(/Ana Gil/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Submit request' }));
  await waitFor(() => expect(address()).toBe('/en/part-request/list'));
  const sent = findSent(requests);
  expect(sent?.body).toEqual({
    ...party,
    parts: [
      { partId: 3, quantity: 2 },
      { id: -1, partName: 'Ring', quantity: 1, images: [{ id: 'f1' }] },
    ],
  });
  expect([...(sent?.query.keys() ?? [])]).toEqual([]);
  expect(readDraft(draftKey())).toBeNull();
});

it('sends the quantity as it was changed, without deleted items', { timeout: 60_000 }, async () => {
  const requests = serveParts();
  await open({ items: [tubes, ring] });
  fireEvent.change(await quantity('Tube'), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete Ring' }));
  await submit();
  await waitFor(() => expect(findSent(requests)?.body).toMatchObject({ parts: [{ partId: 3, quantity: 4 }] }));
});

it('has the focus on the suggestion of a part once the last item is deleted', { timeout: 60_000 }, async () => {
  serveParts();
  await open();
  await quantity('Tube');
  fireEvent.click(screen.getByRole('button', { name: 'Delete Tube' }));
  expect(await screen.findByText('No parts yet.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Suggest a part/ }));
  expect(screen.getByText('Add at least one part')).toBeTruthy();
});

it('says that a suggested part needs an image', { timeout: 60_000 }, async () => {
  serveParts();
  await open({ items: [{ ...ring, images: [] }] });
  expect(await screen.findByText('A suggested part needs an image')).toBeTruthy();
  expect(screen.getByText('This part has no image. Delete it and suggest it again.')).toBeTruthy();
  expect(screen.getByText('Suggested · 0 images')).toBeTruthy();
});

it('says that a part is no longer in the catalog', { timeout: 60_000 }, async () => {
  serveParts({}, []);
  await open();
  expect(await screen.findByText("Delete the part that's no longer available")).toBeTruthy();
  expect(screen.getByText(/^This part is no longer available/)).toBeTruthy();
});

it('limits the quantity of a part in the request, also together with those it has', { timeout: 60_000 }, async () => {
  serveParts();
  const requestedParts = [{ id: 1, partId: 3, partName: 'Tube', quantity: 3 }];
  const record = buildRecord({ requestedParts }, { id: 7, number: 'P-7', version: 2 });
  await open({ target: record as unknown as PartRequest, offered: null });
  const field = await quantity('Tube');
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '3' } });
  expect(screen.getByText('Up to 2 more')).toBeTruthy();
  fireEvent.change(field, { target: { value: '6' } });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(field, { target: { value: '2' } });
  expect(field.getAttribute('aria-invalid')).toBe('false');
});

it('counts the required fields that are missing in the address', { timeout: 60_000 }, async () => {
  serveParts();
  await open({ offered: { ...party, address: { ...party.address, city: '' } } });
  expect(await screen.findByText(/1 field/)).toBeTruthy();
});

it('shows errors of the server at the item', { timeout: 60_000 }, async () => {
  const fields = { 'parts.1.quantity': ['Only 3 in stock'] };
  const error = JSON.stringify({ code: 'VALIDATION', message: 'Please correct', fields });
  serveParts({ [`POST ${createUrl}`]: () => new Response(error, { status: 400 }) });
  await open({ items: [tubes, ring] });
  await quantity('Ring');
  await submit();
  const alert = await screen.findByText('Only 3 in stock');
  expect(alert.closest('tr')?.textContent).toContain('Ring');
  // The error is gone once the items are changed.
  fireEvent.change(await quantity('Ring'), { target: { value: '3' } });
  await waitFor(() => expect(screen.queryByText('Only 3 in stock')).toBeNull());
});

it('keeps a changed address in the draft, and none that is only filled in', { timeout: 60_000 }, async () => {
  serveParts();
  await open({ offered: party });
  const save = () => window.dispatchEvent(new Event('pagehide'));
  fireEvent.change(await quantity('Tube'), { target: { value: '4' } });
  save();
  expect(readDraft(draftKey())?.values.content).toMatchObject({ items: [{ quantity: 4 }], party: null });
  fireEvent.change(screen.getByLabelText(/^City/), { target: { value: 'Toledo' } });
  save();
  expect(readDraft(draftKey())?.values.content).toMatchObject({ party: { address: { city: 'Toledo' } } });
});

it('begins with the part of a remote support request, which stays linked', { timeout: 60_000 }, async () => {
  const requests = serveParts();
  const origin = { id: 4, number: 'S-4', title: 'Counts drift', description: 'Since May', serialNumber: '', files: [] };
  await open({ items: [], origin: { ...origin, part: tube } });
  expect((await quantity('Tube')).value).toBe('1');
  expect(screen.getByRole('link', { name: 'S-4' })).toBeTruthy();
  await submit();
  await waitFor(() => expect(Object.fromEntries(findSent(requests)?.query ?? [])).toEqual({ originId: '4' }));
});

const openPage = (search: string) =>
  renderAt(<NewPartRequestPage />, {
    at: `/en/part-request/new${search}`,
    route: '/:lang/part-request/new',
    meta: meta as never,
  });

it('fills in the contact and address of the profile', { timeout: 60_000 }, async () => {
  serveParts({ 'GET /api/v1/contacts/profile': () => ({ contact: party.contact, address: null }) });
  await openPage('?to=x');
  expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe('Ana');
  expect(screen.getByLabelText<HTMLInputElement>(/^City/).value).toBe('');
});

it('offers to load the profile again', { timeout: 60_000 }, async () => {
  let isDown = true;
  serveParts({
    'GET /api/v1/contacts/profile': () =>
      isDown ? new Response('{"code":"FORBIDDEN","message":"Not now"}', { status: 403 }) : party,
  });
  await openPage('');
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  fireEvent.click(again);
  expect((await screen.findByLabelText<HTMLInputElement>(/^City/)).value).toBe('Madrid');
});

it.each([
  ['offers the action no more', []],
  ['has disabled the action', [buildAction('add_items', 'Add', { enabled: false })]],
])('adds no parts to a request if the server %s', { timeout: 60_000 }, async (_, actions) => {
  const record = buildRecord({ requestedParts: [] }, { id: 7, number: 'P-7' });
  serveParts({
    'GET /api/v1/parts/fetch/part-request': () => ({ ...record, process: { ...record.process, actions } }),
  });
  await openPage('?to=7');
  expect(await screen.findByText("You can't add more parts")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open P-7' }).getAttribute('href')).toBe('/en/process-part-request/7');
  expect(screen.queryByRole('button', { name: 'Add parts' })).toBeNull();
});

it('copies only images of a remote support request, and none for a part of the catalog', {
  timeout: 60_000,
}, async () => {
  const file = (id: string, more: object) => ({ id, name: id, type: 'image/png', size: 9, previewUrl: '/f', ...more });
  const attachments = [
    file('small', { size: 1_000_000 }),
    file('large', { size: 1_000_001 }),
    file('text', { previewUrl: null }),
  ];
  const support = { id: 4, number: 'S-4', title: 'Counts drift', description: '', serialNumber: '', attachments };
  const buildResponses = (part: object | null) => ({
    'GET /api/v1/support/fetch/by/id': () => ({ ...support, part }),
    'POST /api/v1/files/copy/small': () => picture,
    'GET /api/v1/contacts/profile': () => party,
  });
  const listCopies = (requests: ReturnType<typeof serve>) =>
    requests.filter(({ path }) => path.includes('/copy/')).map(({ path }) => path);
  const proposed = serveParts(buildResponses(null));
  await openPage('?from=4');
  expect(await quantity('Counts drift')).toBeTruthy();
  expect(listCopies(proposed)).toEqual(['/api/v1/files/copy/small']);
  cleanup();
  localStorage.clear();
  startSession({ identification: 'admin', token: 't', permissions: ['ADMIN'] });
  const chosen = serveParts(
    buildResponses({ id: 3, partName: 'Tube', category: { key: 'RPM', name: 'Portal monitor' } }),
  );
  await openPage('?from=4');
  expect(await quantity('Tube')).toBeTruthy();
  expect(listCopies(chosen)).toEqual([]);
});

it('loads a request again after a conflict, for its new version', { timeout: 60_000 }, async () => {
  let version = 3;
  const stale = '{"code":"STALE","message":"Changed"}';
  const requests = serveParts({
    'GET /api/v1/parts/fetch/part-request': () => {
      const record = buildRecord({ requestedParts: [] }, { id: 7, number: 'P-7', version });
      return { ...record, process: { ...record.process, actions: [buildAction('add_items')] } };
    },
    [`POST ${createUrl}`]: () => new Response(stale, { status: 409 }),
  });
  writeDraft(draftKey(7), { content: { items: [tubes], party: null } });
  await openPage('?to=7');
  const submitAgain = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Add parts' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Submit request' }));
  };
  await submitAgain();
  version = 4;
  const versions = () => requests.filter(({ path }) => path === createUrl).map(({ query }) => query.get('version'));
  await waitFor(() => expect(versions()).toEqual(['3']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/part-request')).length).toBeGreaterThan(1));
  await submitAgain();
  await waitFor(() => expect(versions()).toEqual(['3', '4']));
});
