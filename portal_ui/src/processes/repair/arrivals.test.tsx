// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PreviewProvider } from '../../kernel/files/preview';
import { aRecord, TestPage, testRouter } from '../../kernel/process/testing';
import { call } from '../../server/http';
import ArrivalsDialog from './ArrivalsDialog';
import { scanned } from './arrivals';
import { aPart } from './testing';
import type { Repair } from './types';

vi.mock('../../server/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => sent.mockReset());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const { packing } = aPart(0);
const parts = [
  aPart(1, { packing: { ...packing, packageId: 12 } }),
  aPart(2, { packing: { ...packing, packageId: 11 } }),
  aPart(3, { serialNumber: 'sn-1' }),
];
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
const repair = aRecord({
  repairParts: parts,
  arrivals: null,
  pickUpShippingDetails: { packages },
}) as unknown as Repair;

const onClose = vi.fn();
function open() {
  const page = (
    <PreviewProvider>
      <TestPage record={repair}>
        <ArrivalsDialog onClose={onClose} />
      </TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={testRouter(page)} />);
}
const scan = (code: string) => {
  const field = screen.getByLabelText(/^Scan a serial number/);
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
const body = () => sent.mock.calls[0]?.[2]?.body as { units: object[]; unannounced: object[] };
const unit = (id: number, found: string, note = '') => ({ id, found, note, photos: [] });

it('a hand scanner ticks units off, whatever the case and the spaces, and keeps what nobody announced', {
  timeout: 30_000,
}, async () => {
  open();
  scan('sn2');
  expect(screen.getByRole('status').textContent).toContain('SN 2');
  scan('https://portal.test/#/en/process-repair/7?package=12');
  screen.getByLabelText(/^Scan a serial number/).focus();
  scan('X-99');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Scan a serial number/));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body()).toEqual({
    units: [unit(2, 'THERE')],
    unannounced: [{ serialNumber: 'X-99', parcel: 2, note: '', photos: [] }],
  });
});

it('what is missing is told with a note, and what was not looked for is left out', { timeout: 30_000 }, async () => {
  open();
  fireEvent.change(screen.getByLabelText(/^What was found.*SN 1\b/), { target: { value: 'MISSING' } });
  fireEvent.change(await screen.findByLabelText(/^Note on.*SN 1\b/), { target: { value: ' Not in the box ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body()).toEqual({ units: [unit(1, 'MISSING', 'Not in the box')], unannounced: [] });
});

it('of two units with one serial number the one that is still open is meant', () => {
  const ticked = new Set([1]);
  const isOpen = ({ id }: { id: number }) => !ticked.has(id);
  expect(scanned(' SN 1 ', parts, isOpen)).toEqual({ unit: parts[2] });
  expect(scanned('', parts, isOpen)).toBeNull();
});
