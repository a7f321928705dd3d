// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../api/http';
import type { ProcessRecord } from '../../api/requests';
import { startSession } from '../../api/session';
import { buildDraftKey, writeDraft } from '../../core/forms/drafts';
import { useUnsavedForms } from '../../core/forms/unsavedForms';
import { buildRecord, createTestRouter, TestPage, withAction } from '../../core/process/testing';
import { stubMediaQueries } from '../../core/ui/testing';
import { theme } from '../../theme/theme';
import { PartyView } from './PartyFields';
import { CourierPane, countInvalidFields, ShippingPane } from './shippingPanes';
import {
  type CourierValues,
  type PartyForm,
  REQUIRED_WITHOUT_TRACKING,
  toCourierFields,
  toPartyForm,
} from './shippingValues';

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

const renderPane = (page: ReactNode) =>
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const type = (label: RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

describe('PartyView', () => {
  const address = { companyName: 'Customs', street: 'Lvovi', building: '83', city: 'Tbilisi', postalCode: '0160' };
  const party = toPartyForm({
    contact: { backupEmails: [] },
    address: { ...address, province: 'Kartli', country: 'GE' },
  } as never);
  const open = () => {
    renderPane(
      <TestPage record={buildRecord({})}>
        <PartyView {...party} />
      </TestPage>,
    );
    return screen.getByRole('region', { name: 'Address' });
  };

  it('has the lines of a letter instead of single facts on a phone', () => {
    expect(open().querySelector('dt')).not.toBeNull();
    cleanup();
    stubMediaQueries((query) => query.includes('max-width'));
    const region = open();
    expect(region.querySelector('dt')).toBeNull();
    const lines = region.querySelector('p')?.textContent?.replace(/[\u2066-\u2069]/g, '');
    expect(lines).toBe('Lvovi, 83\n0160 Tbilisi, Kartli\nGE');
  });
});

describe('CourierPane', { timeout: 30_000 }, () => {
  type Record = ProcessRecord & { courier: CourierValues | null };
  const record = withAction(buildRecord({ courier: null }) as Record, 'save_courier');
  const getValues = ({ courier }: Record) => toCourierFields(courier);
  const pane = (editable: boolean, currentRecord = record, extra: ReactNode = null) =>
    renderPane(
      <TestPage record={currentRecord} step={{ editable }}>
        {extra}
        <CourierPane<Record>
          title="Courier"
          successMessage="Saved"
          action="save_courier"
          write={() => ({ action: 'saveTransit' })}
          requiredFields={REQUIRED_WITHOUT_TRACKING}
          getValues={getValues}
        />
      </TestPage>,
    );

  it('is a form only on an editable tab and if the user may save', () => {
    pane(true);
    expect(screen.getByLabelText(/^Courier/)).toBeTruthy();
    cleanup();
    pane(false);
    expect(screen.queryByRole('textbox')).toBeNull();
    cleanup();
    pane(true, buildRecord({ courier: null }) as Record);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says that saved data are not definite while the service has to continue', () => {
    const courier = { courierName: 'DHL', pickUpDate: '2026-12-20', estimateDeliveryDate: null, trackingNumber: '' };
    const draft = { ...record, courier, actionRequired: 'SERVICE' } as Record;
    const hint = 'Entered by the service, not confirmed yet.';
    pane(false, draft);
    expect(screen.getByText(hint)).toBeTruthy();
    // The tab has a heading already.
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Courier']);
    cleanup();
    pane(false, { ...draft, courier: null });
    expect(screen.queryByText(hint)).toBeNull();
    cleanup();
    pane(false, { ...draft, actionRequired: 'CLIENT' });
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('shows conflicting changes as formatted values', async () => {
    const courier = { courierName: 'DHL', pickUpDate: '2026-12-20', estimateDeliveryDate: null, trackingNumber: '' };
    pane(true, record, <Conflict with={{ ...record, courier } as Record} />);
    fireEvent.click(screen.getByRole('button', { name: 'compare' }));
    expect(await screen.findByRole('button', { name: 'Courier: DHL; Pick-up date: 12/20/2026' })).toBeTruthy();
  });

  it('validates on save or after input, but not on focus alone', async () => {
    pane(true);
    expect(screen.queryByText('All changes saved')).toBeNull();
    const name = screen.getByLabelText(/^Courier/);
    fireEvent.focus(name);
    fireEvent.blur(name);
    expect(screen.queryByText('Required!')).toBeNull();
    type(/^Courier/, 'DHL');
    await waitFor(() => expect(save().disabled).toBe(false));
    type(/^Courier/, ' ');
    expect(await screen.findAllByText('Required!')).toHaveLength(1);
    type(/^Courier/, 'DHL');
    await waitFor(() => expect(screen.queryByText('Required!')).toBeNull());
    fireEvent.click(save());
    expect(await screen.findAllByText('Required!')).toHaveLength(2);
    expect(sent).not.toHaveBeenCalled();
  });
});

/** Button that shows the conflict dialog's differences to a newer record. */
function Conflict({ with: newer }: { with: ProcessRecord }) {
  const forms = useUnsavedForms();
  const [messages, setMessages] = useState<string[]>([]);
  const compare = () =>
    setMessages(forms.differences(newer).map(({ label, serverValue }) => `${label}: ${serverValue}`));
  return (
    <button type="button" onClick={compare}>
      {messages.join('; ') || 'compare'}
    </button>
  );
}

describe('ShippingPane', { timeout: 30_000 }, () => {
  const party: PartyForm = {
    contact: { firstName: 'Nino', lastName: 'B', phone: '0322550183', email: 'n@example.org', backupEmails: [] },
    address: { companyName: 'Customs', country: 'ES', city: 'Vigo', postalCode: '36201', street: 'Port 4' },
  };
  type Record = ProcessRecord & { party: PartyForm & { saved: boolean } };
  const incomplete = '1 field needs attention';
  const pane = (saved: boolean, extra: ReactNode = null, of = party) =>
    renderPane(
      <TestPage record={withAction(buildRecord({ party: { ...of, saved } }) as Record, 'save_shipping')}>
        {extra}
        <ShippingPane<Record, PartyForm>
          getParty={(source) => source.party}
          getValues={(source) => toPartyForm(source.party)}
          write={() => ({ action: 'saveShipping' })}
          getMissing={countInvalidFields}
          successMessage="Saved"
        />
      </TestPage>,
    );

  it('counts the fields to correct, with a link to the first, also if none is empty', async () => {
    pane(true);
    type(/^Email/, 'nino@');
    fireEvent.click(await screen.findByRole('button', { name: '1 field needs attention' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Email/)));
    expect(save().disabled).toBe(true);
    type(/^Postal code/, '');
    expect(await screen.findByRole('button', { name: '2 fields need attention' })).toBeTruthy();
    type(/^Postal code/, '36201');
    type(/^Email/, 'nino@example.org');
    // The form is validated a moment later.
    expect(screen.queryByText(/0 fields/)).toBeNull();
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  it('shows a conflicting country by name and email addresses as a list', async () => {
    const contact = { ...party.contact, backupEmails: [{ value: 'a@b.org' }, { value: 'c@d.org' }] };
    const abroad = { ...party, address: { ...party.address, country: 'PT' } };
    pane(true, <Conflict with={buildRecord({ party: { ...party, contact, saved: true } })} />, abroad);
    fireEvent.click(screen.getByRole('button', { name: 'compare' }));
    expect(await screen.findByRole('button', { name: 'Backup emails: a@b.org, c@d.org; Country: Spain' })).toBeTruthy();
  });

  it('cannot be saved without changes', async () => {
    pane(true);
    await waitFor(() => expect(screen.queryByText(incomplete)).toBeNull());
    expect(save().disabled).toBe(true);
    type(/^Street/, 'Port 5');
    await waitFor(() => expect(save().disabled).toBe(false));
    type(/^Street/, 'Port 4');
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('can be saved immediately if the draft has the missing fields', async () => {
    writeDraft(buildDraftKey('test', 7, 'WORK'), { 'address.street': 'Port 4' });
    pane(false, null, { ...party, address: { ...party.address, street: '' } });
    expect(await screen.findByDisplayValue('Port 4')).toBeTruthy();
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  it('is not dirty while prefilled values are incomplete', async () => {
    pane(false, null, { ...party, address: { ...party.address, street: '' } });
    expect(await screen.findByText(incomplete)).toBeTruthy();
    expect(screen.queryByText('All changes saved')).toBeNull();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    cleanup();
    pane(false);
    await waitFor(() => expect(save().disabled).toBe(false));
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('can save complete prefilled values unchanged, but not incomplete ones', async () => {
    pane(false);
    await waitFor(() => expect(save().disabled).toBe(false));
    type(/^Street/, '');
    await waitFor(() => expect(save().disabled).toBe(true));
    expect(screen.getByText(incomplete)).toBeTruthy();
  });
});
