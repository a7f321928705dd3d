// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { type UnsavedForms, useUnsavedForms } from '../../../core/forms/unsavedForms';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import ShippingDetailsPane from './ShippingDetailsPane';
import { address, buildPart, contact } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

let respond: () => unknown;
/** Bodies of the requests. */
let stored: Record<string, unknown>[];
beforeEach(() => {
  respond = () => ({ version: 2 });
  stored = [];
  sent.mockReset().mockImplementation((async (method: string, _: string, options?: { body?: unknown }) => {
    // A copy, as the form changes its values in place.
    if (method !== 'GET') stored.push(structuredClone(options?.body) as Record<string, unknown>);
    return respond();
  }) as never);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  HTMLElement.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const { packing } = buildPart(0);
const parts = [
  buildPart(1),
  buildPart(2, { packing: { ...packing, packageId: 12, customsValue: 700 } }),
  buildPart(3, { initialApproval: 'REJECTED' }),
];
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5 },
  { id: 12, dimensions: '10/10/10', weight: 1.5 },
];
const details = { contact, address: { ...address, country: 'ES' }, packages, note: '', saved: true };

let forms: UnsavedForms;
function Probe() {
  forms = useUnsavedForms();
  return null;
}

function open(
  more: object = {},
  { isEditor = true, repairParts = parts, latest = undefined as Repair | undefined } = {},
) {
  const record = buildRecord({
    repairParts,
    pickUpShippingDetails: { ...details, ...more },
  }) as unknown as Repair;
  record.process = { ...record.process, actions: isEditor ? [buildAction('save_shipping')] : [] };
  const page = (
    <>
      <TestPage record={record} fetchLatest={async () => latest ?? record}>
        <Probe />
        <ShippingDetailsPane />
      </TestPage>
      <Notification />
    </>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  return record;
}
const type = (label: RegExp, value: string, index = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[index] as HTMLElement, { target: { value } });
const saveButton = () => screen.getByText<HTMLButtonElement>('Save', { selector: 'button' });
const save = async () => {
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  fireEvent.click(saveButton());
};
const bodies = () => stored;

describe('changes of another user in the shipping details', () => {
  it('name column and unit, the packages, or the field', () => {
    const record = open();
    const theirs = {
      ...record,
      repairParts: [
        buildPart(1, { packing: { ...packing, customsValue: 5, packageId: 11 } }),
        buildPart(2, { packing: { ...packing, packageId: 12, customsValue: 700, battery: 'LITHIUM' } }),
        parts[2],
      ],
      pickUpShippingDetails: {
        ...record.pickUpShippingDetails,
        contact: { ...contact, phone: '+995 32 000 00 00' },
        packages: packages.map((each) => ({ ...each, weight: 2 })),
      },
    };
    expect(forms.differences(theirs).map(({ label }) => label)).toEqual([
      'Phone',
      'Packages',
      'Package: RadEye G-10, SN 1',
      'Customs value (USD): RadEye G-10, SN 1',
      'Batteries: RadEye G-10, SN 2',
    ]);
  });

  it('are merged with what was typed in other fields', async () => {
    const latest = {
      ...buildRecord({
        repairParts: parts,
        pickUpShippingDetails: { ...details, address: { ...details.address, city: 'Vigo' } },
      }),
      version: 5,
    } as unknown as Repair;
    latest.process = { ...latest.process, actions: [buildAction('save_shipping')] };
    open({}, { latest });
    let attempts = 0;
    respond = () => {
      attempts += 1;
      if (attempts === 1) throw new ApiError(409, { code: 'STALE', message: '' });
      return { version: 6 };
    };
    type(/^Street/, 'Port 5');
    await save();
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]?.address).toMatchObject({ street: 'Port 5', city: 'Vigo' });
  });
});

describe('packages of a shipment', () => {
  it('are sent with their dimensions and weight, new ones without an id', async () => {
    open();
    fireEvent.click(screen.getByText('Add package', { selector: 'button' }));
    ['1', ' 2', '3'].forEach((side, index) => {
      type([/^Depth/, /^Width/, /^Height/][index] as RegExp, side, 2);
    });
    type(/^Weight/, '4,25', 2);
    await save();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]?.packages).toEqual([
      { id: 11, dimensions: '40/30/20', weight: 5 },
      { id: 12, dimensions: '10/10/10', weight: 1.5 },
      { dimensions: '1/2/3', weight: 4.25 },
    ]);
    expect(bodies()[0]).toMatchObject({ contact, address: { street: 'Gorgasali 16' } });
    expect(Object.keys(bodies()[0] ?? {})).toEqual(['contact', 'address', 'packages', 'units']);
  });

  it('begin with an empty one, and are limited', () => {
    open({ packages: [], saved: false });
    expect(screen.getByText('1 of 5')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Depth/).value).toBe('');
  });

  it('are counted among the invalid fields once one has a value', async () => {
    open({ packages: [], saved: false });
    type(/^Weight/, '5');
    type(/^Street/, '');
    await screen.findByText('4 fields need attention');
  });

  it('unassign the units of a removed one, and keep those of earlier ones', async () => {
    const both = [
      buildPart(1, { packing: { ...packing, packageId: 11 } }),
      buildPart(2, { packing: { ...packing, packageId: 12 } }),
    ];
    open({}, { repairParts: both });
    fireEvent.click(screen.getByLabelText('Remove package 2'));
    await save();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]?.units).toMatchObject([
      { id: 1, package: 1 },
      { id: 2, package: null },
    ]);
  });
});

describe('errors of the server in the shipping details', () => {
  const refuse = (fields: Record<string, string[]>) => {
    respond = () => {
      throw new ApiError(400, { code: 'VALIDATION', message: 'Refused.', fields });
    };
  };
  const getError = (label: RegExp, index = 0) => {
    const ids = screen.getAllByLabelText(label)[index]?.getAttribute('aria-describedby');
    return document.getElementById(ids ?? '')?.textContent;
  };

  it('are shown at their field, those of the dimensions at the first side', async () => {
    open();
    refuse({
      'packages.1.dimensions': ['Too large.'],
      'packages.0.weight': ['Too heavy.'],
      'contact.phone': ['Unknown.'],
      'address.street': ['No such street.'],
    });
    type(/^Street/, 'Port 5');
    await save();
    await screen.findByText('Too large.');
    expect(getError(/^Depth/, 1)).toContain('Too large.');
    expect(getError(/^Weight/, 0)).toContain('Too heavy.');
    expect(getError(/^Phone/)).toContain('Unknown.');
    expect(getError(/^Street/)).toContain('No such street.');
  });

  it('are shown in the bar if they have no field', async () => {
    open();
    refuse({ 'packages.0': ['One package too many.'], 'units.9.hsCode': ['No such unit.'], detail: ['Closed.'] });
    type(/^Street/, 'Port 5');
    await save();
    await screen.findByText('One package too many.');
    for (const text of ['No such unit.', 'Closed.']) expect(screen.getByText(text)).toBeTruthy();
  });

  it('of the unit itself are shown at its package', async () => {
    open();
    refuse({ 'units.0.id': ['Not in this request.'] });
    type(/^Street/, 'Port 5');
    await save();
    const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
    const row = dialog.getByText('Not in this request.').closest('[role=group]');
    expect(row?.getAttribute('aria-label')).toBe('RadEye G-10, SN 2');
  });
});

describe('shipping details for readers', () => {
  it('have sender, pick-up address, packages and packing', () => {
    open({}, { isEditor: false });
    const regions = ['Sender', 'Pick-up address', 'Packages', 'Packing'];
    for (const name of regions) expect(screen.getByRole('region', { name })).toBeTruthy();
    expect(screen.getByText('40 × 30 × 20 cm, 5 kg')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('says that the shipping details are saved', async () => {
  open();
  type(/^Street/, 'Port 5');
  await save();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  await screen.findByText('Data saved successfully');
  await waitFor(() => expect(saveButton().disabled).toBe(true));
});
