// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import type { UploadedFile } from '../../../api/types';
import type { FilesField } from '../../../core/files/FilesField';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import type { SpectrumFormBinding } from '../../spectra/suggestions';
import AddUnitDialog from './AddUnitDialog';

vi.setConfig({ testTimeout: 30_000 });

/** Last value of the spectrum binding, and last props of the files field. */
const seen = vi.hoisted(() => ({ binding: undefined as unknown, files: undefined as unknown }));
vi.mock('../../spectra/spectrumBinding', () => ({
  SpectrumBindingProvider: ({ value, children }: { value: unknown; children: unknown }) => {
    seen.binding = value;
    return children;
  },
}));
vi.mock('../../../core/files/FilesField', () => ({
  FilesField: (props: unknown) => {
    seen.files = props;
    return null;
  },
}));
const binding = () => seen.binding as SpectrumFormBinding;
const files = () => seen.files as ComponentProps<typeof FilesField>;
const file = (id: string): UploadedFile => ({ id, name: `${id}.n42`, type: '', size: 1 });
const found = { id: 3, name: 'D3S', maker: 'Kromek', number: 'K-1', imageUrl: null, category: 'HANDHELD' };

const onClose = vi.fn();
let bodies: Record<string, unknown>[];
let refusal: Response | null;

beforeEach(() => {
  onClose.mockReset();
  bodies = [];
  refusal = null;
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = String(input);
    if (url.includes('add/repair-part')) {
      bodies.push(JSON.parse(String(init.body)));
      return refusal ?? new Response('{"version":2}', { status: 200 });
    }
    const parts = url.includes('category=HANDHELD') && url.includes('serviceCategories=REPAIR');
    const response = url.includes('categories')
      ? [{ key: 'HANDHELD', name: 'Handheld' }]
      : parts && [{ id: 3, partName: 'D3S', manufacturer: 'Kromek', number: 'K-1', imageUrl: null }];
    return new Response(JSON.stringify(response || []), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  const page = (
    <>
      <TestPage record={buildRecord({ repairParts: [] })}>
        <AddUnitDialog onClose={onClose} />
      </TestPage>
      <Notification />
    </>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' });

it('is filled in from a spectrum file: part, serial number and problem', async () => {
  open();
  expect([binding().part?.current, binding().serialNumber?.current, binding().notes?.current]).toEqual([null, '', '']);
  act(() => binding().part?.set(found));
  act(() => binding().serialNumber?.set('SGM-1'));
  act(() => binding().notes?.set('Firmware 3.81.'));
  await waitFor(() => expect(binding().part?.current).toMatchObject({ id: 3, name: 'D3S' }));
  expect([binding().serialNumber?.current, binding().notes?.current]).toEqual(['SGM-1', 'Firmware 3.81.']);
  expect([field(/^Serial number/).value, field(/^Problem/).value]).toEqual(['SGM-1', 'Firmware 3.81.']);
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Part/ })).toHaveProperty('value', 'D3S'));
  fireEvent.click(button('Add'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([{ partId: 3, serialNumber: 'SGM-1', problemDescription: 'Firmware 3.81.' }]);
  await screen.findByText('Unit added');
});

it('asks before values of a spectrum file are discarded', async () => {
  open();
  act(() => binding().serialNumber?.set('SGM-1'));
  fireEvent.click(button('Cancel'));
  await screen.findByText('Leave without saving?');
  expect(onClose).not.toHaveBeenCalled();
});

it('sends the files, but not during an upload or after a failed one', async () => {
  open();
  expect(files().maxCount).toBe(10);
  act(() => binding().part?.set(found));
  act(() => binding().serialNumber?.set('SGM-1'));
  await waitFor(() => expect(button('Add').disabled).toBe(false));
  for (const uploads of [
    { sending: 1, failed: 0 },
    { sending: 0, failed: 1 },
  ]) {
    act(() => files().onUploads(uploads));
    expect(button('Add').disabled).toBe(true);
  }
  act(() => files().onUploads({ sending: 0, failed: 0 }));
  act(() => files().onChange([file('f1'), file('f2')]));
  expect(files().value).toEqual([file('f1'), file('f2')]);
  expect(button('Add').disabled).toBe(false);
  fireEvent.click(button('Add'));
  await waitFor(() => expect(bodies).toMatchObject([{ attachments: [{ id: 'f1' }, { id: 'f2' }] }]));
});

it('asks before an upload is cancelled', async () => {
  open();
  act(() => files().onUploads({ sending: 1, failed: 0 }));
  fireEvent.click(button('Cancel'));
  await screen.findByText('Leave without saving?');
});

it('shows an error of the server at its field, and stays open', async () => {
  open();
  act(() => binding().part?.set(found));
  type(/^Serial number/, 'SGM-1');
  const fields = { serialNumber: ['Already in the request.'] };
  refusal = new Response(JSON.stringify({ code: 'VALIDATION', message: 'No', fields }), { status: 400 });
  await waitFor(() => expect(button('Add').disabled).toBe(false));
  fireEvent.click(button('Add'));
  await screen.findByText('Already in the request.');
  expect(field(/^Serial number/).getAttribute('aria-invalid')).toBe('true');
  expect(onClose).not.toHaveBeenCalled();
});

it('limits the texts as the server does', async () => {
  open();
  act(() => binding().part?.set(found));
  type(/^Serial number/, 'x'.repeat(256));
  type(/^Service tag/, 'x'.repeat(256));
  type(/^Problem/, 'x'.repeat(4001));
  await waitFor(() => expect(button('Add').disabled).toBe(false));
  fireEvent.click(button('Add'));
  await waitFor(() => expect(screen.getAllByText('At most 255 characters')).toHaveLength(2));
  expect(screen.getByText('At most 4000 characters')).toBeTruthy();
  expect(bodies).toEqual([]);
  type(/^Serial number/, 'x'.repeat(255));
  type(/^Service tag/, '');
  type(/^Problem/, 'x'.repeat(4000));
  fireEvent.click(button('Add'));
  await waitFor(() => expect(bodies).toHaveLength(1));
});
