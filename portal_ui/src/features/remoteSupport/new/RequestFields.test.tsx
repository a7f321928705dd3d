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
