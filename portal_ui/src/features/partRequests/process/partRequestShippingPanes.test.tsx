// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import type { PartRequest } from '../../../api/partRequests';
import { buildAction, buildRecord, TestPage, withRouter } from '../../../core/process/testing';
import { stubMediaQueries } from '../../../core/ui/testing';
import PackingSection from './PackingSection';
import { ConfirmationPane, PartShippingPane, TransportPane } from './partRequestShippingPanes';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  sent.mockResolvedValue({ version: 2 });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const part = { imageUrl: null, approvalComments: {}, initialApproval: 'APPROVED' };
const request = buildRecord({
  requestedParts: [
    { ...part, id: 1, partName: 'Tube', quantity: 4 },
    { ...part, id: 2, partName: 'Gasket', quantity: 1 },
    { ...part, id: 3, partName: 'Valve', quantity: 2, initialApproval: 'REJECTED' },
  ],
  onewayShipping: { contact: { backupEmails: [] }, address: {} },
}) as unknown as PartRequest;

it('lists the approved parts with their quantities', () => {
  render(
    withRouter(
      <TestPage resource="partRequests" record={request}>
        <ConfirmationPane />
      </TestPage>,
    ),
  );
  const parts = screen.getByRole('region', { name: 'Parts 2' });
  const rows = [...parts.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['TubeQuantity: 4', 'GasketQuantity: 1']);
});

it('lists rejected parts as plain text once there is nothing to do about them', () => {
  const page = (
    <TestPage resource="partRequests" record={request}>
      <ConfirmationPane />
    </TestPage>
  );
  render(withRouter(page));
  const note = screen.getByRole('note');
  expect(note.textContent).toBe('Rejected, not shippedValveQuantity: 2');
  expect(note.className).not.toContain('Alert');
});

it('lists rejected parts after those that ship, if the viewer only reads', () => {
  stubMediaQueries((query) => query.includes('min-width'));
  const page = (
    <TestPage resource="partRequests" record={request}>
      <PartShippingPane />
    </TestPage>
  );
  render(withRouter(page));
  const shipped = screen.getByRole('region', { name: 'Parts 2' });
  expect(shipped.compareDocumentPosition(screen.getByRole('note'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const contact = { firstName: 'Ana', lastName: 'Gil', phone: '+34 600 100 200', email: 'ana@example.org' };
const address = {
  companyName: 'Customs',
  country: 'ES',
  province: '',
  city: 'Madrid',
  postalCode: '28001',
  street: 'Mayor',
  building: '1',
};
const courier = {
  courierName: 'DHL',
  pickUpDate: '2026-11-20',
  estimateDeliveryDate: '2026-11-25',
  trackingNumber: 'T-1',
};
const shipping = { contact: { ...contact, backupEmails: [] }, address, saved: true, ...courier };
const build = (more: object = {}, ...actions: ReturnType<typeof buildAction>[]) =>
  ({
    ...request,
    onewayShipping: shipping,
    deliveryExpectedBy: null,
    ...more,
    process: { ...request.process, actions },
  }) as unknown as PartRequest;
const show = (record: PartRequest, pane: ReactNode) => {
  stubMediaQueries((query) => query.includes('min-width'));
  render(
    withRouter(
      <TestPage resource="partRequests" record={record}>
        {pane}
      </TestPage>,
    ),
  );
};

it('warns those who confirm the address of rejected parts, before the parts that ship', () => {
  show(build({}, buildAction('save_shipping')), <PartShippingPane />);
  const alert = screen.getByText(/^Rejected, not shipped/);
  const shipped = screen.getByRole('region', { name: 'Parts 2' });
  expect(shipped.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

it('saves the address of the parts', async () => {
  show(build({}, buildAction('save_shipping')), <PartShippingPane />);
  fireEvent.change(screen.getByLabelText(/^City/), { target: { value: 'Toledo' } });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [, path, options] = sent.mock.calls[0] ?? [];
  expect(path).toBe('/api/v1/parts/update/part-request/one-way-shipping');
  expect(options?.body).toMatchObject({ contact, address: { ...address, city: 'Toledo' } });
});

it('deletes the request by a second click, if the server offers it', () => {
  show(build({}, buildAction('delete', 'Delete request')), <PartShippingPane />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete request' }));
  expect(sent).not.toHaveBeenCalled();
  cleanup();
  show(build(), <PartShippingPane />);
  expect(screen.queryByRole('button', { name: 'Delete request' })).toBeNull();
});

it('saves the courier with all four fields', async () => {
  show(build({}, buildAction('save_transport')), <TransportPane />);
  fireEvent.change(screen.getByDisplayValue('T-1'), { target: { value: 'T-2' } });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [, path, options] = sent.mock.calls[0] ?? [];
  expect(path).toBe('/api/v1/parts/update/part-request/transport-arrangement');
  expect(options?.body).toMatchObject({ ...courier, trackingNumber: 'T-2' });
  expect(options?.body).not.toHaveProperty('note');
});

it('shows the recipient and the parts next to the courier', async () => {
  show(build({ packing: null }), <TransportPane />);
  const region = screen.getByRole('region', { name: 'Shipment' });
  expect(region.textContent).toContain('Ana Gil');
  expect(region.textContent).toContain('Madrid');
  expect(screen.getByRole('region', { name: 'Parts 2' })).toBeTruthy();
  expect(screen.queryByText('Packing')).toBeNull();
  cleanup();
  show(build({ packing: { packages: [], items: [] } }), <TransportPane />);
  expect(await screen.findByRole('region', { name: 'Packing' })).toBeTruthy();
});

it('shows neither courier nor recipient if every part was rejected', () => {
  const rejected = request.requestedParts.map((item) => ({ ...item, initialApproval: 'REJECTED' }));
  show(build({ requestedParts: rejected }), <ConfirmationPane />);
  expect(screen.queryByText('DHL')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Shipment' })).toBeNull();
  expect(screen.getByText('4 × Tube')).toBeTruthy();
  cleanup();
  show(build(), <ConfirmationPane />);
  expect(screen.getByText('DHL')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Shipment' })).toBeTruthy();
});

it('shows why a part was rejected', () => {
  const approvalComments = { INITIAL: { text: 'Not covered', by: 'Ana', at: '2026-11-20T15:00:00Z' } };
  const [tube, , valve] = request.requestedParts;
  show(build({ requestedParts: [tube, { ...valve, approvalComments }] }), <ConfirmationPane />);
  expect(within(screen.getByRole('note')).getByText(/Not covered/)).toBeTruthy();
});

it('offers packing to the sender only, and the documents of the request', () => {
  const packing = { packages: [{ id: 11, dimensions: '40/30/20', weight: 5 }], items: [] };
  show(build({ packing }, buildAction('save_packing', 'Pack the parts')), <PackingSection />);
  expect(screen.getByRole('button', { name: 'Pack the parts' })).toBeTruthy();
  expect(screen.queryByText(/^No packages entered yet/)).toBeNull();
  cleanup();
  show(build({ packing: { packages: [], items: [] } }), <PackingSection />);
  expect(screen.getByText(/^No packages entered yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pack the parts' })).toBeNull();
});
