// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Meta } from '../../../api/types';
import { renderAt, serve } from '../../imports/testing';
import NewRepairPage from './NewRepairPage';

const user = { username: 'ana' };
const history = { serialNumber: 'AB-1', category: { key: 'HANDHELD' }, partId: 3, visits: [] };
const part = { id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', imageUrl: null };
const server = (parts: () => unknown) =>
  serve({
    'GET /api/v1/instruments/fetch': () => history,
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': parts,
  });
const open = (at: string) =>
  renderAt(<NewRepairPage />, { at, route: '/:lang/new-repair', meta: { user } as Partial<Meta> });

it('adds the instrument of the URL once, even after a correction and a reload', { timeout: 120_000 }, async () => {
  server(() => [part]);
  const address = await open('/en/new-repair?instrument=7');
  const serial = await screen.findByDisplayValue('AB-1');
  await waitFor(() => expect(address()).toBe('/en/new-repair'));
  fireEvent.change(serial, { target: { value: 'AB-2' } });
  fireEvent.blur(serial);
  window.dispatchEvent(new Event('pagehide'));
  const reloaded = address();
  cleanup();
  await open(reloaded);
  await screen.findByDisplayValue('AB-2');
  expect(screen.queryByDisplayValue('AB-1')).toBeNull();
});

it('shows a repeated serial number at its field', { timeout: 120_000 }, async () => {
  server(() => [part]);
  await open('/en/new-repair?instrument=7');
  await screen.findByDisplayValue('AB-1');
  fireEvent.click(screen.getByRole('button', { name: /^Add a unit of/ }));
  const [, second] = await screen.findAllByRole('textbox', { name: /^Serial number/ });
  fireEvent.change(second as HTMLElement, { target: { value: 'ab 1' } });
  const warning = await screen.findByText('Unit 2 has the same serial number');
  expect(warning.closest('td')?.querySelector('input')).toHaveProperty('value', 'AB-1');
});

it.each([
  ['is not offered for repair', () => [], /serial number AB-1 wasn't added: its model can't be sent in for repair/],
  ['cannot be read', () => new Response('{}', { status: 400 }), /couldn't be loaded, so it wasn't added/],
])('reports that an instrument whose model %s was not added', { timeout: 120_000 }, async (_, parts, text) => {
  server(parts);
  await open('/en/new-repair?instrument=7');
  await screen.findByText(text);
  const empty = screen.getByText('No units yet.');
  expect(empty.closest('.MuiCard-root')?.querySelector('svg')).toBeNull();
});
