// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { PartRequest } from '../../../api/partRequests';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import PackDialog from './PackDialog';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => sent.mockReset());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const item = { packageId: null, customsValue: null, hsCode: '', origin: '', catalogueHsCode: '', catalogueOrigin: '' };
const request = buildRecord({
  requestedParts: [
    { id: 1, partName: 'Tube', quantity: 4 },
    { id: 2, partName: 'Gasket', quantity: 1 },
  ],
  packing: {
    packages: [
      { id: 11, dimensions: '40/30/20', weight: 5 },
      { id: 12, dimensions: '10/10/10', weight: 1 },
    ],
    items: [
      { ...item, id: 1, packageId: 11, catalogueHsCode: '9030.90' },
      { ...item, id: 2, packageId: 12, customsValue: 7 },
    ],
  },
}) as unknown as PartRequest;

const onClose = vi.fn();
const open = (record = request) =>
  render(
    <RouterProvider
      router={createTestRouter(
        <TestPage resource="partRequests" record={record}>
          <PackDialog onClose={onClose} />
        </TestPage>,
      )}
    />,
  );
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const body = () => sent.mock.calls[0]?.[2]?.body;

it('saves the package and customs data of each item', { timeout: 30_000 }, async () => {
  open();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(screen.getByLabelText('HS code: Tube').getAttribute('placeholder')).toBe('9030.90');
  type('Package: Tube', '2');
  type('Value per part (USD): Tube', '12,5');
  type('HS code: Gasket', ' 4016.93 ');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body()).toEqual({
    packages: [
      { id: 11, dimensions: '40/30/20', weight: 5 },
      { id: 12, dimensions: '10/10/10', weight: 1 },
    ],
    items: [
      { id: 1, package: 2, customsValue: 12.5, hsCode: '', origin: '' },
      { id: 2, package: 2, customsValue: 7, hsCode: '4016.93', origin: '' },
    ],
  });
});

it('unassigns the items of a removed package', { timeout: 30_000 }, async () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Remove package 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body()).toMatchObject({
    packages: [{ id: 12 }],
    items: [
      { id: 1, package: null },
      { id: 2, package: 1 },
    ],
  });
});

it('shows server errors at their fields', { timeout: 30_000 }, async () => {
  const fields = { 'items.1.hsCode': ['No such code'], 'packages.0.dimensions': ['Too large'] };
  open();
  sent.mockRejectedValueOnce(new ApiError(400, { code: 'VALIDATION', message: 'Please correct', fields }));
  type('Value per part (USD): Tube', '1');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No such code')).toBeTruthy();
  expect(screen.getByLabelText('HS code: Gasket').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Too large')).toBeTruthy();
});

it('restores unsaved packing in its own request only', { timeout: 30_000 }, async () => {
  const first = open();
  type('HS code: Tube', '9030.10');
  first.unmount();
  const other = open({ ...request, id: 8 });
  expect(screen.getByLabelText<HTMLInputElement>('HS code: Tube').value).toBe('');
  other.unmount();
  open();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('HS code: Tube').value).toBe('9030.10'));
});

it('offers packages only if there are several, and shows what the catalog knows', { timeout: 30_000 }, () => {
  const [tube] = request.packing?.items ?? [];
  const packages = request.packing?.packages.slice(0, 1) ?? [];
  const items = [{ ...tube, hsCode: '', catalogueHsCode: '', catalogueOrigin: 'ES' }];
  open({ ...request, packing: { packages, items } } as PartRequest);
  expect(screen.queryByLabelText('Package: Tube')).toBeNull();
  expect(screen.getByLabelText('HS code: Tube').getAttribute('placeholder')).toBe('Not specified');
  const origin = screen.getByLabelText('Country of origin: Tube');
  expect([...origin.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['Spain', 'Spain']);
  expect(screen.getByText('4 × Tube')).toBeTruthy();
  expect(screen.queryByText('1 × Gasket')).toBeNull();
});

it('closes once the packing is saved, and stays open after an error', { timeout: 30_000 }, async () => {
  onClose.mockReset();
  open();
  sent.mockRejectedValueOnce(new ApiError(403, { code: 'FORBIDDEN', message: 'Already sent' }));
  type('HS code: Tube', '9030.10');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Already sent')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  sent.mockResolvedValueOnce({ version: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
