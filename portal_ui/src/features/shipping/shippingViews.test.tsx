// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../api/http';
import type { ProcessRecord } from '../../api/requests';
import { startSession } from '../../api/session';
import { buildRecord, createTestRouter, TestPage, withAction } from '../../core/process/testing';
import { stubMediaQueries } from '../../core/ui/testing';
import { ContactForm, ContactView } from './ContactFields';
import { CountryInput } from './CountryInput';
import { CourierView } from './CourierView';
import { PackageLines } from './PackagesForm';
import { PartyLines, PartyView } from './PartyFields';
import { CourierPane, ShippingPane, useDeliveryNote } from './shippingPanes';
import { type CourierValues, type PartyForm, toCourierFields, toPartyForm } from './shippingValues';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const contact = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phone: '0322550183',
  email: 'n@example.org',
  backupEmails: [{ value: 'a@b.org' }],
};
const address = {
  companyName: 'Customs',
  country: 'ES',
  province: 'Galicia',
  city: 'Vigo',
  postalCode: '36201',
  street: 'Port',
  building: '4',
};
const party: PartyForm = { contact, address };

const show = (page: ReactNode, record: ProcessRecord = buildRecord({}), step = {}) =>
  render(
    <RouterProvider
      router={createTestRouter(
        <TestPage record={record} step={step}>
          {page}
        </TestPage>,
      )}
    />,
  );
const readValues = () =>
  Object.fromEntries(screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('read-only shipping data', () => {
  it('has contact and address with the names of their fields', () => {
    show(<PartyView {...party} hint="the hint" titles={{ contact: 'Sender', address: 'Origin' }} />);
    expect(readValues()).toEqual({
      Company: 'Customs',
      'First name': 'Nino',
      'Last name': 'Beridze',
      Phone: '0322550183',
      Email: 'n@example.org',
      'Backup emails': 'a@b.org',
      Country: 'Spain',
      'State or province': 'Galicia',
      City: 'Vigo',
      'Postal code': '36201',
      Street: 'Port',
      Building: '4',
    });
    expect(screen.getByText('the hint')).toBeTruthy();
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Sender', 'Origin']);
  });

  it('has a contact without its company if there is no address', () => {
    show(<ContactView contact={contact} />);
    expect(Object.keys(readValues())).not.toContain('Company');
    expect(readValues()['First name']).toBe('Nino');
  });

  it('has one text of company, place and person, without empty parts', () => {
    const read = (page: ReactNode) => {
      cleanup();
      return show(<p data-testid="text">{page}</p>).getByTestId('text').textContent;
    };
    expect(read(<PartyLines {...party} />)).toBe(
      'Customs\nPort, 4, 36201 Vigo, Spain\nNino Beridze\n0322550183\nn@example.org',
    );
    const short = { contact: { ...contact, lastName: '', phone: '' }, address: { ...address, building: '' } };
    expect(read(<PartyLines {...short} />)).toBe('Customs\nPort, 36201 Vigo, Spain\nNino\nn@example.org');
  });

  it('has the packages with dimensions in order, and says if there are none', () => {
    const packages = [
      { id: 1, dimensions: '40/30/20', weight: 1234.5 },
      { id: 2, dimensions: '1/2/3', weight: 5 },
    ];
    show(<PackageLines packages={packages} />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '40 × 30 × 20 cm, 1,234.5 kg',
      '1 × 2 × 3 cm, 5 kg',
    ]);
    cleanup();
    show(<PackageLines packages={[]} />);
    expect(screen.getByText('No packages yet')).toBeTruthy();
  });

  it('has courier data, with the delivery only where the header lacks it', () => {
    const values = {
      courierName: 'DHL',
      pickUpDate: '2026-12-20',
      estimateDeliveryDate: '2026-12-24',
      trackingNumber: '',
    };
    show(<CourierView values={values} />);
    expect(readValues()).toEqual({
      Courier: 'DHL',
      'Tracking number': 'not set yet',
      'Pick-up date': 'Dec 20',
      'Estimated delivery': 'Dec 24',
    });
    cleanup();
    show(<CourierView values={values} isDeliveryShown />);
    expect(Object.keys(readValues())).toEqual(['Courier', 'Tracking number', 'Pick-up date']);
  });
});

it('has the inputs of a contact, with the company where the address is not shown', () => {
  function Form(props: ComponentProps<typeof ContactForm>) {
    const form = useForm({ defaultValues: party });
    return (
      <FormProvider {...form}>
        <ContactForm {...props} />
      </FormProvider>
    );
  }
  show(<Form />);
  expect(screen.getByLabelText<HTMLInputElement>(/^Company/).value).toBe('Customs');
  expect(screen.getByLabelText<HTMLInputElement>(/^Backup email 1/).value).toBe('a@b.org');
  fireEvent.click(screen.getByRole('button', { name: 'Add backup email' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Backup email 2/).type).toBe('email');
  fireEvent.click(screen.getByRole('button', { name: 'Remove backup email 1' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Backup email 1/).value).toBe('');
  cleanup();
  show(<Form hasCompany={false} />);
  expect(screen.queryByLabelText(/^Company/)).toBeNull();
});

it('stores the key of the country that is typed', async () => {
  let read = (): object => ({});
  function Form() {
    const form = useForm({ defaultValues: { country: '' } });
    read = form.getValues;
    const field = { source: 'country', label: 'Country' };
    return (
      <FormProvider {...form}>
        <CountryInput {...field} isRequired field={field} fields={[field]} />
      </FormProvider>
    );
  }
  show(<Form />);
  const country = screen.getByRole('combobox', { name: /^Country/ });
  fireEvent.focus(country);
  fireEvent.change(country, { target: { value: 'spain' } });
  await act(async () => fireEvent.blur(country));
  expect(read()).toEqual({ country: 'ES' });
});

describe('the shipping tab', { timeout: 30_000 }, () => {
  type Record = ProcessRecord & { party: PartyForm & { saved: boolean } };
  const build = (saved: boolean) => withAction(buildRecord({ party: { ...party, saved } }) as Record, 'save_shipping');
  const pane = (
    <ShippingPane<Record, PartyForm>
      getParty={(source) => source.party}
      getValues={(source) => toPartyForm(source.party)}
      write={(_, data) => ({ action: 'saveShipping', data })}
      successMessage="Saved"
      further={{ inputs: <p>more inputs</p>, view: <p>more values</p> }}
    />
  );

  it('sends the typed values, and can be saved again only after a change', async () => {
    sent.mockResolvedValue({ version: 2 });
    show(pane, build(true));
    expect(screen.getByText('more inputs')).toBeTruthy();
    type(/^Street/, 'Pier');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect(sent.mock.calls[0]?.[2]).toMatchObject({
      body: { contact, address: { ...address, street: 'Pier' } },
    });
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('shows the errors of the server at their fields', async () => {
    sent.mockRejectedValue(new ApiError(400, { code: 'VALIDATION', fields: { 'address.street': ['No such street'] } }));
    show(pane, build(true));
    type(/^Street/, 'Pier');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('No such street')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Street/)));
  });

  it.each([true, false])('says to others if its values are only offered by the portal; saved: %s', (saved) => {
    show(pane, build(saved), { editable: false });
    expect(screen.getByText('more values')).toBeTruthy();
    expect(screen.queryByText("Not saved yet. Taken from the client's account.") === null).toBe(saved);
  });
});

describe('the courier tab', { timeout: 30_000 }, () => {
  type Record = ProcessRecord & { courier: CourierValues };
  const courier = {
    courierName: 'DHL',
    pickUpDate: '2026-12-20',
    estimateDeliveryDate: '2026-12-24',
    trackingNumber: 'JD 1',
    note: 'fragile',
  };
  const build = (of: Partial<CourierValues> = {}) =>
    withAction(buildRecord({ courier: { ...courier, ...of } }) as Record, 'save_courier');
  const write = vi.fn((_: Record, data: object) => ({ action: 'saveTransit', data }));
  const pane = (more: { hasNote?: boolean; sectionTitle?: string } = {}) => (
    <CourierPane<Record>
      title="Courier"
      successMessage="Saved"
      action="save_courier"
      getValues={(record) => toCourierFields(record.courier)}
      {...{ write, ...more }}
    />
  );
  const submit = async () => {
    type(/^Courier/, 'UPS');
    await waitFor(() => expect(save().disabled).toBe(false));
    await act(async () => fireEvent.click(save()));
  };
  beforeEach(() => void write.mockClear());

  it('sends the note only if it has one', async () => {
    sent.mockResolvedValue({ version: 2 });
    const { note, ...shipment } = { ...courier, courierName: 'UPS' };
    show(pane(), build());
    expect(screen.queryByLabelText(/^Note/)).toBeNull();
    await submit();
    expect(write.mock.calls[0]?.[1]).toEqual(shipment);
    cleanup();
    show(pane({ hasNote: true }), build());
    expect(screen.getByText('7 of 1,024 characters')).toBeTruthy();
    await submit();
    expect(write.mock.calls[1]?.[1]).toEqual({ ...shipment, note });
  });

  it('requires the tracking number by default', async () => {
    show(pane(), build({ trackingNumber: '' }));
    await submit();
    expect(await screen.findByText('Required!')).toBeTruthy();
    expect(write).not.toHaveBeenCalled();
  });

  it('has a heading of its own where the tab has none', () => {
    show(pane({ sectionTitle: 'Return transport' }), build(), { editable: false });
    expect(screen.getByRole('region', { name: 'Return transport' }).textContent).toContain('DHL');
    expect(readValues()['Tracking number']).toBe('JD 1');
  });
});

describe('the end of the confirmation window', () => {
  function open(isYourTurn: boolean, more: Partial<ProcessRecord> = {}, confirmBy: string | null = '2026-12-01') {
    const plain = buildRecord({}, more);
    const record = { ...plain, process: { ...plain.process, isYourTurn } };
    const wrapper = ({ children }: { children: ReactNode }) => (
      <RouterProvider router={createTestRouter(<TestPage record={record}>{children}</TestPage>)} />
    );
    return renderHook(() => useDeliveryNote(confirmBy), { wrapper }).result.current;
  }

  it('is that of the viewer, or of the client for others', () => {
    expect(open(true)).toBe('Due by Dec 1');
    expect(open(false)).toBe('Confirmation due by Dec 1');
  });

  it('is absent once the delivery is overdue or confirmed, and without an end', () => {
    expect(open(true, { isOverdue: true })).toBeFalsy();
    expect(open(true, { completedAt: '2026-11-28T12:00:00Z' })).toBeFalsy();
    expect(open(true, {}, null)).toBeFalsy();
  });
});

describe('inputs of contact and address', { timeout: 30_000 }, () => {
  type Record = ProcessRecord & { party: PartyForm & { saved: boolean } };
  const open = () =>
    show(
      <ShippingPane<Record, PartyForm>
        getParty={(source) => source.party}
        getValues={(source) => toPartyForm(source.party)}
        write={() => ({ action: 'saveShipping' })}
        successMessage="Saved"
      />,
      withAction(buildRecord({ party: { ...party, saved: true } }) as Record, 'save_shipping'),
    );

  it('are filled in by the browser, each with the right data and keyboard', async () => {
    open();
    const read = (label: RegExp) => {
      const { autocomplete, type: kind } = screen.getByLabelText<HTMLInputElement>(label);
      return [autocomplete, kind];
    };
    const labels = [
      /^Company/,
      /^First/,
      /^Last/,
      /^Phone/,
      /^Email/,
      /^State/,
      /^City/,
      /^Postal/,
      /^Street/,
      /^Building/,
    ];
    expect(labels.map(read)).toEqual([
      ['organization', 'text'],
      ['given-name', 'text'],
      ['family-name', 'text'],
      ['tel', 'tel'],
      ['email', 'email'],
      ['address-level1', 'text'],
      ['address-level2', 'text'],
      ['postal-code', 'text'],
      ['address-line1', 'text'],
      ['address-line2', 'text'],
    ]);
    expect(screen.getByText('Digits and spaces; start with + if international.')).toBeTruthy();
    const country = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Country/ });
    expect([country.value, country.placeholder]).toEqual(['Spain', 'Choose a country']);
  });

  it('say which fields are optional', () => {
    open();
    const optional = [...document.querySelectorAll('label')].flatMap(({ textContent }) =>
      textContent?.includes('optional') ? [textContent.replace(/\s*optional.*/, '')] : [],
    );
    expect(optional).toEqual(['Backup email 1', 'State or province', 'Building']);
  });
});

it('shows an address without values as fields on a phone, too', () => {
  stubMediaQueries((query) => query.includes('max-width'));
  const blank = { companyName: '', country: '', city: '', postalCode: '', street: '' };
  show(<PartyView contact={contact} address={blank} />);
  expect(Object.keys(readValues())).toContain('Street');
});
