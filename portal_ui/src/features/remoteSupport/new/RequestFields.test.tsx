// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { expect, it } from 'vitest';
import { draw, serve } from '../../imports/testing';
import { aReading } from '../../spectra/testing';
import { RequestFields } from './RequestFields';
import { createEmptyForm } from './supportForm';

const file = { id: 'f1', name: 'measured.n42', type: 'application/xml', size: 900 };
const part = { id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', imageUrl: null };

it('a spectrum file fills in which instrument it is, among those that support is given for', {
  timeout: 30_000,
}, async () => {
  const asked = serve({
    'GET /api/v1/files/spectra/f1': () => aReading(),
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => [part],
  });
  await draw(
    <Form defaultValues={{ ...createEmptyForm(), attachments: [file] }}>
      <RequestFields onBusy={() => undefined} />
    </Form>,
    { at: '/en/new', route: '/:lang/new' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Use these values' }));
  await waitFor(() => expect(screen.getByDisplayValue('SGM-1')).toBeTruthy());
  await waitFor(() => expect(screen.getByDisplayValue('D3S')).toBeTruthy());
  expect(screen.getByDisplayValue('Kromek D3S ID, serial number SGM-1')).toBeTruthy();
  const of = (path: string) => asked.find((each) => each.path === path)?.query;
  expect(of('/api/v1/files/spectra/f1')?.get('kind')).toBe('REMOTE_SUPPORT');
  expect(of('/api/v1/parts/fetch/by/category')?.get('serviceCategories')).toBe('REMOTE_SUPPORT');
});
