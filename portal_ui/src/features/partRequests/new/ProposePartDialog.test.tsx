// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import { PreviewProvider } from '../../../core/files/preview';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { createTestRouter } from '../../../core/process/testing';
import { ProposePartDialog } from './ProposePartDialog';

const onAdd = vi.fn();
const picture = { id: 'f1', name: 'tube.png', type: 'image/png', size: 9 };
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add part' });

function open({ validateTotal = (_: number, __: string): string | undefined => undefined, onClose = () => {} } = {}) {
  cleanup();
  const dialog = <ProposePartDialog {...{ validateTotal, onAdd, onClose }} />;
  render(<RouterProvider router={createTestRouter(<PreviewProvider>{dialog}</PreviewProvider>)} />);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('restores the draft with its images after the session expired', {
  timeout: 30_000,
}, async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  open();
  fireEvent.change(field(/^Part name/), { target: { value: 'Neutron tube' } });
  open();
  await waitFor(() => expect(field(/^Part name/).value).toBe('Neutron tube'), { timeout: 10_000 });
  cleanup();

  const [key = ''] = Object.keys(localStorage).filter((each) => each.endsWith('proposal'));
  writeDraft(key, { name: 'Neutron tube', quantity: '2', pictures: [picture] });
  open();
  await waitFor(() => expect(add().disabled).toBe(false), { timeout: 10_000 });
  fireEvent.click(add());
  const item = { part: null, name: 'Neutron tube', quantity: 2, images: [picture] };
  await waitFor(() => expect(onAdd).toHaveBeenCalledWith(item), { timeout: 10_000 });
  expect(localStorage.getItem(key)).toBeNull();
});

it('gives the reason for an invalid quantity and for a rejected image, which has no retry', {
  timeout: 30_000,
}, async () => {
  class Answering extends EventTarget {
    upload = new EventTarget();
    status = 415;
    response = { code: 'UNSUPPORTED_FILE', message: 'Not here', fields: { file: ['Damaged'] } };
    responseType = '';
    setRequestHeader = () => {};
    abort = () => {};
    open = () => {};
    send = () => this.dispatchEvent(new Event('load'));
  }
  vi.stubGlobal('XMLHttpRequest', Answering);
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  open();
  fireEvent.change(field(/^Part name/), { target: { value: 'Neutron tube' } });
  fireEvent.change(field(/^Quantity/), { target: { value: '0' } });
  expect(await screen.findByText('Missing or invalid: Quantity, Images')).toBeTruthy();
  fireEvent.change(field(/^Quantity/), { target: { value: '2' } });
  expect(await screen.findByText('Missing or invalid: Images')).toBeTruthy();
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'tube.png', { type: 'image/png' })] } });
  expect(await screen.findByText('Damaged')).toBeTruthy();
  expect(await screen.findByText("1 file couldn't be uploaded")).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  expect(add().disabled).toBe(true);
  vi.unstubAllGlobals();
});

it('lists missing fields, including images', { timeout: 30_000 }, async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  open();
  expect(await screen.findByText('Fill in the required fields')).toBeTruthy();
  fireEvent.change(field(/^Part name/), { target: { value: 'Neutron tube' } });
  expect(await screen.findByText('Missing or invalid: Images')).toBeTruthy();
  expect(add().disabled).toBe(true);
  fireEvent.change(field(/^Part name/), { target: { value: 'x'.repeat(256) } });
  expect(await screen.findByText('At most 255 characters')).toBeTruthy();
  expect(await screen.findByText('Missing or invalid: Part name, Images')).toBeTruthy();
});

it('adds a part without spaces around its name, and closes', { timeout: 30_000 }, async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  onAdd.mockReset();
  const onClose = vi.fn();
  writeDraft(buildDraftKey('parts', 0, 'proposal'), { name: ' Tube ', quantity: '3', pictures: [picture] });
  open({ onClose });
  await waitFor(() => expect(add().disabled).toBe(false), { timeout: 10_000 });
  fireEvent.click(add());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onAdd).toHaveBeenCalledExactlyOnceWith({ part: null, name: 'Tube', quantity: 3, images: [picture] });
});

it('limits the quantity together with other items of the name', { timeout: 30_000 }, async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  writeDraft(buildDraftKey('parts', 0, 'proposal'), { name: 'Tube', quantity: '3', pictures: [picture] });
  open({ validateTotal: (quantity, name) => (name === 'Ring' && quantity > 2 ? 'Up to 2 more' : undefined) });
  await waitFor(() => expect(add().disabled).toBe(false), { timeout: 10_000 });
  fireEvent.change(field(/^Part name/), { target: { value: 'Ring' } });
  expect(await screen.findByText('Missing or invalid: Quantity')).toBeTruthy();
  expect(add().disabled).toBe(true);
});
