// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import { panes } from './RepairPage';
import { address, buildPart, contact } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  stubWidth(1200);
  vi.mocked(call).mockResolvedValue([]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const shipment = { courierName: null, pickUpDate: null, estimateDeliveryDate: null, trackingNumber: null };
const record = buildRecord({
  repairParts: [buildPart(1)],
  arrivals: null,
  availableTypes: {},
  diagnosticStartDate: null,
  pickUpShippingDetails: { ...shipment, contact, address, packages: [], note: '', saved: true },
  transitBackShippingDetails: shipment,
  transitInfo: { courierArrivingTime: null, note: '' },
  deliveryExpectedBy: null,
}) as unknown as Repair;

it.each([
  ['DETAILS', 'Units'],
  ['SHIPPING_DETAILS', 'Shipping details'],
  ['WAITING_FOR_PICK_UP', 'Transport'],
  ['IN_TRANSIT', 'Transit'],
  ['WAITING_DIAGNOSTICS', 'Start diagnostics'],
  ['DIAGNOSTICS', 'Diagnostics'],
  ['REPAIR_APPROVAL', 'Repair approval'],
  ['REPAIR', 'Parts in service'],
  ['TRANSIT_BACK', 'Return courier'],
  ['COMPLETED', 'Completed repair details'],
])('shows the pane of the tab %s', async (tab, title) => {
  const Pane = panes.componentByTab[tab];
  if (!Pane) throw new Error('no pane');
  const page = (
    <TestPage record={record}>
      <Pane />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  expect((await screen.findByText(title, { selector: 'h2' }, { timeout: 20_000 })).textContent).toBe(title);
});
