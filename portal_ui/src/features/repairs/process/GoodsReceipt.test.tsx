// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Repair } from '../../../api/repairs';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import GoodsReceipt from './GoodsReceipt';
import { buildPart } from './testing';

vi.mock('./GoodsReceiptDialog', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      close
    </button>
  ),
}));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const photo = { id: 'f1', name: 'crack.png', type: 'image/png', size: 1, previewUrl: null };
function open(arrivals: object | null, canCheckIn = true) {
  const record = buildRecord({
    repairParts: [buildPart(1), buildPart(2), buildPart(3, { initialApproval: 'REJECTED' })],
    arrivals,
    pickUpShippingDetails: { packages: [] },
  }) as unknown as Repair;
  const page = (
    <TestPage record={record}>
      <GoodsReceipt canCheckIn={canCheckIn} />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const build = (units: object[], unannounced: object[] = []) => ({ at: '2026-11-20T10:00:00Z', units, unannounced });
const draft = { 'rows.u1.found': 'THERE' };
const key = buildDraftKey('test', 7, 'arrivals');

it('has no summary before the units are checked', () => {
  open(null);
  expect(screen.queryByText(/arrived|Checked in/)).toBeNull();
  expect(screen.getByText('Check in units')).toBeTruthy();
});

it('counts the units that were sent, and has the photos of a difference', async () => {
  const found = { note: '', photos: [] };
  open(
    build(
      [
        { ...found, id: 1, found: 'DAMAGED', note: 'Cracked', photos: [photo] },
        { ...found, id: 2, found: 'THERE' },
      ],
      [{ ...found, id: 5, found: 'UNANNOUNCED', serialNumber: 'X-1', parcel: null }],
    ),
  );
  expect(screen.getByText('2 of 2 units arrived')).toBeTruthy();
  await screen.findByLabelText('Attachments for RadEye G-10, SN 1: 1');
  expect(screen.queryByLabelText(/^Attachments for X-1/)).toBeNull();
});

it('reports changes of this device that are not saved, but not while the dialog is open', async () => {
  writeDraft(key, draft);
  open(null);
  const text = /^1 check-in change on this device isn't saved/;
  await screen.findByText(text);
  fireEvent.click(screen.getByText('Check in units'));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  fireEvent.click(await screen.findByText('close'));
  await screen.findByText(text);
  expect(screen.queryByText('close')).toBeNull();
});

it('reports nothing that was saved in the meantime, and nothing to users who cannot check in', async () => {
  writeDraft(key, draft);
  open(build([{ id: 1, found: 'THERE', note: '', photos: [] }]));
  expect(screen.queryByText(/isn't saved/)).toBeNull();
  cleanup();
  open(null, false);
  expect(screen.queryByText(/isn't saved/)).toBeNull();
  expect(screen.queryByText('Check in units')).toBeNull();
});
