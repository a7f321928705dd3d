// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Meta } from '../../../api/types';
import { createResolver } from '../../../core/forms/validators';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import PackingDialog from './PackingDialog';
import { type PackingForm, type PackingRow, toPackingForm, validatePacking } from './repairPacking';
import { buildPart } from './testing';

vi.setConfig({ testTimeout: 30_000 });

const meta = {
  resources: [],
  pages: [],
  choices: {
    countries: [
      { key: 'ES', name: 'Spain' },
      { key: 'GE', name: 'Georgia' },
    ],
    battery: [{ key: 'LITHIUM', name: 'Lithium batteries' }],
    checkSource: [{ key: 'NONE', name: 'No check source' }],
  },
} as unknown as Meta;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  HTMLElement.prototype.scrollIntoView = () => {};
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onClose = vi.fn();
const { packing } = buildPart(0);
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
let form: UseFormReturn<PackingForm>;

function open(repairParts: RepairPart[], count = 2) {
  const record = buildRecord({
    repairParts,
    pickUpShippingDetails: { packages: packages.slice(0, count) },
  }) as unknown as Repair;
  function Page() {
    form = useForm<PackingForm>({
      resolver: createResolver<PackingForm>(validatePacking),
      defaultValues: { ...toPackingForm(record), packages: Array.from({ length: count }, () => ({})) },
    });
    return (
      <FormProvider {...form}>
        <PackingDialog onClose={onClose} />
      </FormProvider>
    );
  }
  const page = (
    <MetaProvider value={meta}>
      <TestPage record={record}>
        <Page />
      </TestPage>
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const row = (id: number) => screen.getByLabelText(`RadEye G-10, SN ${id}`, { selector: '[role=group]' });
const values = (id: number) => form.getValues(`rows.u${id}`) as PackingRow;
const status = () => screen.getByRole('status');
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const target = (name: string) =>
  within(screen.getByLabelText('Package for scanned units')).getByText<HTMLButtonElement>(name);
const scan = (code: string) => {
  const field = screen.getByLabelText('Scan or type a serial number');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
const expander = (id: number) => screen.getByLabelText(`Customs and courier details: RadEye G-10, SN ${id}`);

describe('packages of the units', () => {
  it('are not chosen if there is only one', () => {
    open([buildPart(1)], 1);
    expect(status().textContent).toBe('All units go in one package. You can leave any field blank.');
    expect(screen.queryByLabelText('Scan or type a serial number')).toBeNull();
    expect(screen.queryByText('Package 1')).toBeNull();
  });

  it('are explained, and the first one is chosen until another one is', () => {
    open([buildPart(1), buildPart(2)]);
    expect(status().textContent).toMatch(/^Choose a package and scan its units/);
    expect(target('Package 1').getAttribute('aria-pressed')).toBe('true');
    // A second click does not leave scanned units without a package.
    fireEvent.click(target('Package 1'));
    expect(target('Package 1').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(target('Package 2'));
    press('Put the remaining 2 units in package 2');
    expect(status().textContent).toBe('2 units put in package 2');
    expect([values(1).package, values(2).package]).toEqual(['2', '2']);
    expect(screen.queryByText(/^Put the remaining/)).toBeNull();
  });

  it('of another request are refused, and an unknown code is named without spaces', () => {
    open([buildPart(1)]);
    scan('https://portal.test/#/en/process-repair/9?package=77');
    expect([status().dataset.tone, status().textContent]).toEqual(['waiting', 'This label belongs to another request']);
    scan(' X-1 ');
    expect([status().dataset.tone, status().textContent]).toEqual(['waiting', "X-1 isn't one of the units to ship"]);
    expect(screen.queryByText('Undo')).toBeNull();
    scan('https://portal.test/#/en/process-repair/7?package=12');
    expect([status().dataset.tone, status().textContent]).toEqual(['done', 'Package 2']);
    scan('  ');
    expect(status().textContent).toBe('Package 2');
  });

  it('are undone with the focus in the scan field', () => {
    open([buildPart(1)]);
    scan('SN 1');
    press('Undo');
    expect(values(1).package).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Scan or type a serial number'));
    expect(status().textContent).toMatch(/^Choose a package/);
  });

  it('are removed from a unit by a second click', () => {
    open([buildPart(1)]);
    const choice = () => within(row(1)).getByText('Package 2');
    fireEvent.click(choice());
    expect(values(1).package).toBe('2');
    fireEvent.click(choice());
    expect(values(1).package).toBe('');
    expect(form.getFieldState('rows.u1.package').isDirty).toBe(false);
  });
});

describe('scan of a unit', () => {
  it('prefers a unit without a package among those with the same serial number', () => {
    open([buildPart(1, { packing: { ...packing, packageId: 12 } }), buildPart(2, { serialNumber: 'sn1' })]);
    scan('SN 1');
    expect([values(1).package, values(2).package]).toEqual(['2', '1']);
    expect(screen.getByRole('group', { current: true }).getAttribute('aria-label')).toBe('RadEye G-10, sn1');
  });

  it('goes into the last package after another user removed the chosen one', async () => {
    open([buildPart(1)]);
    fireEvent.click(target('Package 2'));
    form.setValue('packages', [{}, {}, {}]);
    await screen.findAllByText('Package 3');
    fireEvent.click(target('Package 3'));
    form.setValue('packages', [{}, {}]);
    await waitFor(() => expect(screen.queryByText('Package 3')).toBeNull());
    expect(target('Package 2').getAttribute('aria-pressed')).toBe('true');
    scan('SN 1');
    expect(values(1).package).toBe('2');
  });
});

describe('details of the units', () => {
  it.each([
    [3, 'true'],
    [4, 'false'],
  ])('of %d units are expanded at first: %s', (count, isExpanded) => {
    open(Array.from({ length: count }, (_, index) => buildPart(index + 1)));
    expect(expander(1).getAttribute('aria-expanded')).toBe(isExpanded);
    fireEvent.click(expander(1));
    expect(expander(1).getAttribute('aria-expanded')).toBe(isExpanded === 'true' ? 'false' : 'true');
    expect(expander(2).getAttribute('aria-expanded')).toBe(isExpanded);
  });

  it('are one line while they are collapsed, without the package', () => {
    open([buildPart(1, { packing: { ...packing, packageId: 12, customsValue: 700, origin: 'ES' } })]);
    const line = () => within(row(1)).queryByText('$700.00 · Spain');
    expect(line()).toBeNull();
    fireEvent.click(expander(1));
    expect(line()).not.toBeNull();
    expect(within(row(1)).queryByLabelText(/^Customs value/)).toBeNull();
  });

  it('have the values of the catalog as placeholders, and choices for the others', () => {
    open([buildPart(1, { packing: { ...packing, catalogueHsCode: '9030.10', catalogueOrigin: 'GE' } })]);
    const field = (label: string) => within(row(1)).getByLabelText<HTMLInputElement>(`${label}: RadEye G-10, SN 1`);
    const options = (label: string) =>
      [...(field(label) as unknown as HTMLSelectElement).options].map(({ textContent }) => textContent);
    expect(field('HS code').placeholder).toBe('Catalog: 9030.10');
    expect(options('Country of origin')).toEqual(['Catalog: Georgia', 'Spain', 'Georgia']);
    expect(options('Batteries')).toEqual(['Not specified', 'Lithium batteries']);
    expect(options('Check source')).toEqual(['Not specified', 'No check source']);
    fireEvent.change(field('Country of origin'), { target: { value: 'ES' } });
    fireEvent.change(field('Batteries'), { target: { value: 'LITHIUM' } });
    fireEvent.change(field('Check source'), { target: { value: 'NONE' } });
    expect(values(1)).toMatchObject({ origin: 'ES', battery: 'LITHIUM', checkSource: 'NONE' });
  });

  it('have no placeholders without a catalog', () => {
    open([buildPart(1)]);
    expect(within(row(1)).getByLabelText<HTMLInputElement>(/^HS code/).placeholder).toBe('');
    const origin = within(row(1)).getByLabelText<HTMLSelectElement>(/^Country of origin/);
    expect(origin.options[0]?.textContent).toBe('Not specified');
  });

  it('can be copied only if there are other units of the model', () => {
    open([buildPart(1), buildPart(2, { partId: 9 })]);
    expect(screen.queryByText(/^Copy to the other/)).toBeNull();
    cleanup();
    open([buildPart(1), buildPart(2), buildPart(3)]);
    expect(screen.getAllByText('Copy to the other 2 units of this model')).toHaveLength(3);
  });

  it('stay open at the first invalid field, in the order of the units', async () => {
    open([1, 2, 3, 4].map((id) => buildPart(id)));
    form.setValue('rows.u3.hsCode', '90');
    form.setValue('rows.u2.customsValue', '-1');
    press('Done');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Customs value.*SN 2$/));
    expect(row(2).getAttribute('aria-current')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
    form.setValue('rows.u3.hsCode', '');
    form.setValue('rows.u2.customsValue', '1');
    press('Done');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
