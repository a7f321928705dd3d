// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { getTestI18nProvider } from '../../../core/i18n/testing';
import { renderAt, serve } from '../../imports/testing';
import { buildReading } from '../../spectra/testing';
import { RequestFields } from './RequestFields';
import { createEmptyForm } from './supportForm';

afterEach(() => void vi.useRealTimers());

const file = { id: 'f1', name: 'measured.n42', type: 'application/xml', size: 900 };
const part = { id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', imageUrl: null };

it('fills in the instrument from a spectrum file if remote support covers its model', {
  timeout: 30_000,
}, async () => {
  const requests = serve({
    'GET /api/v1/files/spectra/f1': () => buildReading(),
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => [part],
  });
  await renderAt(
    <Form defaultValues={{ ...createEmptyForm(), attachments: [file] }}>
      <RequestFields onUploads={() => undefined} />
    </Form>,
    { at: '/en/new', route: '/:lang/new' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Use these values' }));
  await waitFor(() => expect(screen.getByDisplayValue('SGM-1')).toBeTruthy());
  await waitFor(() => expect(screen.getByDisplayValue('D3S')).toBeTruthy());
  expect(screen.getByDisplayValue('Kromek D3S ID, serial number SGM-1')).toBeTruthy();
  const getQuery = (path: string) => requests.find((each) => each.path === path)?.query;
  expect(getQuery('/api/v1/files/spectra/f1')?.get('kind')).toBe('REMOTE_SUPPORT');
  expect(getQuery('/api/v1/parts/fetch/by/category')?.get('serviceCategories')).toBe('REMOTE_SUPPORT');
});

it.each([
  ['2026-02-10', '09:00', /^Your time: [^.]+$/],
  ['2026-01-20', '09:00', /^This time has already passed\.$/],
  ['2026-03-08', '02:30', /this time doesn't exist in New York$/],
  ['2026-11-01', '01:30', /this time occurs twice; the first one is used\.$/],
])('shows the preferred time %s %s in the viewer’s time zone, or its error', async (day, time, message) => {
  vi.useFakeTimers({ now: new Date('2026-02-01T12:00:00Z'), toFake: ['Date'] });
  serve({ 'GET /api/v1/parts/fetch/all/enabled/categories': () => [] });
  await renderAt(
    <I18nContext.Provider value={await getTestI18nProvider('en')}>
      <Form defaultValues={{ ...createEmptyForm(), day, time }}>
        <RequestFields onUploads={() => undefined} />
      </Form>
    </I18nContext.Provider>,
    { at: '/en/new', route: '/:lang/new' },
  );
  expect(await screen.findByText(message)).toBeTruthy();
});

async function open({ isForClient = false, values = {} as object, meta = {} as object } = {}) {
  const requests = serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => [part],
  });
  await renderAt(
    <I18nContext.Provider value={await getTestI18nProvider('en')}>
      <Form defaultValues={{ ...createEmptyForm(), ...values }}>
        <RequestFields onUploads={() => undefined} isForClient={isForClient} />
      </Form>
    </I18nContext.Provider>,
    { at: '/en/new', route: '/:lang/new', meta },
  );
  return requests;
}

it('opens the inputs of the instrument on request, with the focus in the first one', async () => {
  const requests = await open();
  expect(screen.queryByRole('combobox', { name: 'Category' })).toBeNull();
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Choose an instrument' }));
  const category = await screen.findByRole('combobox', { name: 'Category' });
  await waitFor(() => expect(document.activeElement).toBe(category));
  expect(screen.queryByRole('button', { name: 'Choose an instrument' })).toBeNull();
});

it('shows the instrument of a draft at once, and leaves the focus', async () => {
  await open({ values: { category: 'HANDHELD', partId: 3 } });
  expect(await screen.findByDisplayValue('D3S')).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});

it('asks a service for the client, in the words of a service', async () => {
  await open({ isForClient: true });
  expect(screen.getByRole('combobox', { name: /^Client/ })).toBeTruthy();
  expect(screen.getByText('What does the client need help with?')).toBeTruthy();
  expect(screen.getByText('When and how should the client be reached?')).toBeTruthy();
});

it('offers the contact methods of the portal, and no client to clients', async () => {
  const contactMethods = ['PHONE', 'VIBER'].map((key) => ({ key, name: `By ${key}` }));
  await open({ meta: { choices: { contactMethods } } });
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)).toEqual(['PHONE', 'VIBER']);
  expect(screen.queryByRole('combobox', { name: /^Client/ })).toBeNull();
  expect(screen.getByText('Times are in New York time. Your local time appears here.')).toBeTruthy();
});
