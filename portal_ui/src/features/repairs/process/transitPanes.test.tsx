// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { theme } from '../../../theme/theme';
import { PackagesForm } from '../../shipping/PackagesForm';
import { createEmptyPackage } from '../../shipping/shippingValues';
import CompletedPane from './CompletedPane';
import { address, buildPart, contact } from './testing';
import { InTransitPane, PickUpPane, TransitBackPane, WaitingDiagnosticsPane } from './transitPanes';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  // November 22 in New York.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T03:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shipment = { courierName: null, pickUpDate: null, estimateDeliveryDate: null, trackingNumber: null };
const repair = buildRecord({
  repairParts: [],
  diagnosticStartDate: null,
  pickUpShippingDetails: { ...shipment, contact, address, packages: [], note: '', saved: true },
  transitBackShippingDetails: shipment,
  transitInfo: { courierArrivingTime: null, note: '' },
  deliveryExpectedBy: null,
}) as unknown as Repair;

const at = (status: string, action: string): Repair => ({
  ...repair,
  status: { ...repair.status, key: status },
  process: { ...repair.process, actions: [buildAction(action)] },
});

const renderPane = (page: ReactNode) =>
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
const open = (record: Repair, pane: ReactNode) => renderPane(<TestPage record={record}>{pane}</TestPage>);

it('defaults the diagnostics start date to today in New York', { timeout: 30_000 }, async () => {
  sent.mockResolvedValue({ version: 2 });
  open(at('IN_WAITING_DIAGNOSTICS', 'save_diagnostic_date'), <WaitingDiagnosticsPane />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[2]?.query).toMatchObject({ startDate: '2026-11-22' });
});

it('shows a missing start date as not set yet to users who cannot set it', () => {
  open(at('IN_WAITING_DIAGNOSTICS', 'comment'), <WaitingDiagnosticsPane />);
  const label = screen.getByText('Diagnostics start date');
  expect(label.parentElement?.textContent).toContain('not set yet');
});

it('makes the tracking number optional unless the status requires it', { timeout: 30_000 }, () => {
  const label = () => screen.getByLabelText(/^Tracking number/).closest('.MuiFormControl-root, .MuiTextField-root');
  open(at('IN_WAITING_FOR_PICK_UP', 'save_pick_up'), <PickUpPane />);
  expect(label()?.textContent).toContain('optional');
  cleanup();
  open(at('SETTING_TRACKING_NUMBER', 'save_pick_up'), <PickUpPane />);
  expect(label()?.textContent).not.toContain('optional');
});

it('shows the address and contact of the destination on the return leg', () => {
  open(repair, <TransitBackPane />);
  for (const known of ['Customs Service', 'Nino Beridze', 'nino@example.org']) {
    expect(screen.getByText(known, { exact: false })).toBeTruthy();
  }
});

it('lists units that did not arrive on the return leg', () => {
  open({ ...repair, repairParts: [buildPart(1), buildPart(2, { isMissing: true })] }, <TransitBackPane />);
  const list = (title: string) => screen.getByText(title).nextElementSibling?.textContent;
  expect(list('1 unit to return')).toContain('SN 1');
  expect(list('1 unit not received')).toMatch(/SN 2.*Not received$/);
});

it('announces units that did not arrive, and shows outcomes before the courier, on completion', () => {
  open(
    {
      ...at('IN_WAITING_COMPLETED', 'continue'),
      repairParts: [buildPart(1), buildPart(2, { isMissing: true })],
      transitBackShippingDetails: { ...shipment, courierName: 'DHL', trackingNumber: 'JD 1' },
    },
    <CompletedPane />,
  );
  const note = screen.getByRole('note').textContent;
  expect(note).toContain('This unit did not arrive at the service');
  expect(note).toContain('SN 2');
  const outcome = screen.getByText('1 not received · 1 without a result');
  const courier = screen.getByRole('heading', { name: 'Return transport' });
  expect(outcome.compareDocumentPosition(courier)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('leaves the estimated delivery to the header while it is awaited, and has days in its format', () => {
  const shipped = { courierName: 'DHL', estimateDeliveryDate: '2026-11-29', trackingNumber: 'JD 1' };
  const transitBackShippingDetails = { ...shipment, ...shipped };
  const awaited = { ...repair, transitBackShippingDetails, deliveryExpectedBy: '2026-12-01' };
  open(awaited, <CompletedPane />);
  expect(screen.queryByText(/Estimated delivery|Nov 29/)).toBeNull();
  screen.getByText(/(^| · )Due by Dec 1$/);
  cleanup();
  open({ ...awaited, isOverdue: true }, <CompletedPane />);
  expect(screen.getByText('Estimated delivery').parentElement?.textContent).toBe('Estimated deliveryNov 29');
  expect(screen.queryByText(/Dec 1/)).toBeNull();
  cleanup();
  open({ ...awaited, completedAt: '2026-11-28T12:00:00Z' }, <CompletedPane />);
  expect(screen.getByText('Estimated delivery')).toBeTruthy();
});

it('moves the focus to the add button when a package is removed', { timeout: 30_000 }, () => {
  function Packages() {
    const form = useForm({ defaultValues: { packages: [createEmptyPackage(), createEmptyPackage()] } });
    return (
      <FormProvider {...form}>
        <PackagesForm limit={5} />
      </FormProvider>
    );
  }
  renderPane(<Packages />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove package 2' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add package' }));
});

it('shows an error of the estimated delivery until the pick-up date is corrected', async () => {
  const turned = { courierName: '', trackingNumber: '', pickUpDate: '2027-01-15', estimateDeliveryDate: '2027-01-20' };
  open({ ...at('IN_TRANSIT_BACK', 'save_transit_back'), transitBackShippingDetails: turned }, <TransitBackPane />);
  const group = (name: RegExp) => screen.findByRole('group', { name });
  const getDay = async (name: RegExp) => within(await group(name)).getByRole('spinbutton', { name: 'Day' });
  const later = await getDay(/^Estimated delivery/);
  const press = async (field: HTMLElement, key: string, times: number) => {
    await act(async () => field.focus());
    for (let i = 0; i < times; i++) await act(async () => fireEvent.keyDown(field, { key }));
  };
  await press(later, 'ArrowDown', 6);
  expect(await screen.findByText('Must be on or after the pick-up date')).toBeTruthy();
  await press(await getDay(/^Pick-up date/), 'ArrowDown', 2);
  await waitFor(() => expect(screen.queryByText('Must be on or after the pick-up date')).toBeNull());
});

const getText = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('transit of a repair', () => {
  it('counts the units that were sent, and the rejected ones separately', () => {
    const units = [buildPart(1), buildPart(2), buildPart(3, { initialApproval: 'REJECTED' })];
    open({ ...repair, repairParts: units }, <PickUpPane />);
    expect(getText('Units')).toBe('2 to repair, 1 rejected');
    expect(screen.getByText('From')).toBeTruthy();
    cleanup();
    open({ ...repair, repairParts: units.slice(0, 2) }, <PickUpPane />);
    expect(getText('Units')).toBe('2 to repair');
    cleanup();
    open({ ...repair, repairParts: units }, <TransitBackPane />);
    expect(screen.getByText('To')).toBeTruthy();
    expect(screen.queryByText(/rejected/)).toBeNull();
  });

  it.each([
    ['there', <PickUpPane key="there" />, null],
    ['back', <TransitBackPane key="back" />, 'BACK'],
  ])('offers the shipping documents of the way %s once the details are saved', async (_, pane, direction) => {
    const fetchMock = vi.fn(async (_: unknown) => new Response('', { status: 404 }));
    vi.stubGlobal('fetch', fetchMock);
    const unsaved = { ...repair.pickUpShippingDetails, saved: false };
    open({ ...repair, pickUpShippingDetails: unsaved }, pane);
    const buttons = () => screen.queryAllByRole('button', { name: /PDF|label/i });
    expect(buttons()).toEqual([]);
    cleanup();
    open(repair, pane);
    fireEvent.click(buttons()[0] as HTMLElement);
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    const { pathname, searchParams } = new URL(String(fetchMock.mock.calls[0]?.[0]), 'http://portal');
    expect(pathname).toBe('/api/v1/files/export/repair-papers/pdf');
    expect([searchParams.get('repairId'), searchParams.get('direction')]).toEqual(['7', direction]);
  });

  it('saves day of arrival and note, and shows the day of a time at midnight UTC', async () => {
    sent.mockResolvedValue({ version: 2 });
    const transitInfo = { courierArrivingTime: '2026-11-29T00:00:00Z', note: 'Back door' };
    open({ ...at('IN_TRANSIT', 'save_transit'), transitInfo } as Repair, <InTransitPane />);
    const note = screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
    expect(note.value).toBe('Back door');
    fireEvent.change(note, { target: { value: 'Front door' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.mock.calls.some(([method]) => method !== 'GET')).toBe(true));
    const [, path, options] = sent.mock.calls.find(([method]) => method !== 'GET') ?? [];
    expect(path).toBe('/api/v1/repairing/save/transit/data');
    expect(options?.body).toEqual({ courierArrivingTime: '2026-11-29', note: 'Front door' });
  });

  it('is read-only without the permission to save it, and has no goods receipt', () => {
    const transitInfo = { courierArrivingTime: '2026-11-29T00:00:00Z', note: 'Back door' };
    open({ ...at('IN_TRANSIT', 'comment'), transitInfo } as Repair, <InTransitPane />);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Nov 29')).toBeTruthy();
    expect(screen.getByText('Back door')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in units' })).toBeNull();
  });

  it('offers the goods receipt with its permission', async () => {
    open(at('IN_TRANSIT', 'save_arrivals'), <InTransitPane />);
    await screen.findByText('Check in units');
  });

  it.each([
    ['there', 'save_pick_up', 'save/pick-up-shipping/data', <PickUpPane key="there" />, 'pickUpShippingDetails'],
    [
      'back',
      'save_transit_back',
      'save/transit-back-shipping/data',
      <TransitBackPane key="back" />,
      'transitBackShippingDetails',
    ],
  ] as const)('saves the courier of the way %s', async (_, action, path, pane, details) => {
    sent.mockResolvedValue({ version: 2 });
    const known = { courierName: 'DHL', pickUpDate: '2026-11-24', estimateDeliveryDate: '2026-11-29' };
    const record = at('IN_WAITING_FOR_PICK_UP', action);
    open({ ...record, [details]: { ...record[details], ...known, trackingNumber: 'JD 1' } } as Repair, pane);
    fireEvent.change(screen.getByLabelText(/^Tracking number/), { target: { value: 'JD 2' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.mock.calls.some(([method]) => method !== 'GET')).toBe(true));
    const [, url, options] = sent.mock.calls.find(([method]) => method !== 'GET') ?? [];
    expect(url).toBe(`/api/v1/repairing/${path}`);
    // Only the way there has a note.
    const note = action === 'save_pick_up' ? { note: '' } : {};
    expect(options?.body).toEqual({ ...known, trackingNumber: 'JD 2', ...note });
  });

  it('keeps a start date that was saved', () => {
    const record = { ...at('IN_WAITING_DIAGNOSTICS', 'comment'), diagnosticStartDate: '2026-11-20' };
    open(record, <WaitingDiagnosticsPane />);
    expect(screen.getByText('Diagnostics start date').parentElement?.textContent).toContain('Nov 20');
  });

  it('can save the suggested start date unchanged, but a saved one only after a change', () => {
    const save = () => screen.getByText<HTMLButtonElement>('Save', { selector: 'button' });
    const record = at('IN_WAITING_DIAGNOSTICS', 'save_diagnostic_date');
    open(record, <WaitingDiagnosticsPane />);
    expect(save().disabled).toBe(false);
    expect(screen.getByText('Save the date, then start diagnostics.')).toBeTruthy();
    cleanup();
    open({ ...record, diagnosticStartDate: '2026-11-20' }, <WaitingDiagnosticsPane />);
    expect(save().disabled).toBe(true);
  });

  it.each([
    ['transit', <InTransitPane key="transit" />],
    ['start of the diagnostics', <WaitingDiagnosticsPane key="start" />],
  ])('shows the courier of the way there next to the %s', (_, pane) => {
    const known = { courierName: 'DHL', trackingNumber: 'JD 1', pickUpDate: '2026-11-24' };
    const pickUpShippingDetails = { ...repair.pickUpShippingDetails, ...known };
    const transitBackShippingDetails = { ...shipment, courierName: 'UPS', trackingNumber: 'JD 2' };
    open({ ...at('IN_TRANSIT', 'comment'), pickUpShippingDetails, transitBackShippingDetails }, pane);
    expect(getText('Courier')).toBe('DHL');
    expect(getText('Tracking number')).toBe('JD 1');
    expect(screen.queryByText('UPS')).toBeNull();
  });

  it('limits the note of the transit', () => {
    open({ ...at('IN_TRANSIT', 'save_transit') }, <InTransitPane />);
    expect(screen.getByText('0 of 1,024 characters')).toBeTruthy();
  });

  it('needs the tracking number of the way back', async () => {
    const known = { courierName: 'DHL', pickUpDate: '2026-11-24', estimateDeliveryDate: '2026-11-29' };
    const record = at('IN_TRANSIT_BACK', 'save_transit_back');
    open({ ...record, transitBackShippingDetails: { ...shipment, ...known } as never }, <TransitBackPane />);
    expect(screen.queryByLabelText(/^Note/)).toBeNull();
    fireEvent.change(screen.getByLabelText(/^Courier/), { target: { value: 'UPS' } });
    fireEvent.click(screen.getByText('Save', { selector: 'button' }));
    await screen.findByText('Required!');
    expect(sent.mock.calls.filter(([method]) => method !== 'GET')).toEqual([]);
  });
});

describe('completed repair', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => buildPart(index + 1));

  it('counts the outcomes next to its heading, unless the list is collapsed below them', () => {
    open({ ...repair, repairParts: many(8) }, <CompletedPane />);
    expect(screen.getByText('8 without a result')).toBeTruthy();
    cleanup();
    open({ ...repair, repairParts: many(9) }, <CompletedPane />);
    expect(screen.getAllByText('9 without a result')).toHaveLength(1);
    expect(screen.getByRole('button', { name: '9 without a result' })).toBeTruthy();
  });

  it('has the courier of the way back once it is known', () => {
    open({ ...repair, repairParts: many(1) }, <CompletedPane />);
    expect(screen.queryByRole('heading', { name: 'Return transport' })).toBeNull();
    cleanup();
    const transitBackShippingDetails = { ...shipment, courierName: 'UPS', trackingNumber: 'JD 2' };
    open({ ...repair, repairParts: many(1), transitBackShippingDetails }, <CompletedPane />);
    expect(getText('Courier')).toBe('UPS');
  });

  it('lists rejected units separately: before shipping, and before the repair', () => {
    const comment = (text: string) => ({ text, by: 'Vera', at: '2026-11-20T10:00:00Z' });
    const repairParts = [
      buildPart(1, { initialApproval: 'REJECTED', approvalComments: { NEW: comment('Too old') } }),
      buildPart(2, {
        needsApproval: true,
        repairApproval: 'REJECTED',
        approvalComments: { IN_REPAIR_APPROVAL: comment('Too expensive') },
      }),
    ];
    open({ ...repair, repairParts }, <CompletedPane />);
    expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual([
      'This unit was rejectedRadEye G-10, SN 1Too old',
      'The repair of this unit was not approvedRadEye G-10, SN 2Too expensive',
    ]);
  });
});
