import { describe, expect, it } from 'vitest';
import { isDateOrderInvalid, validateFields } from '../../core/forms/fieldValidation';
import { contactFields } from './ContactFields';
import { createCourierFields } from './CourierView';
import { partyFields } from './PartyFields';
import { validatePackages } from './shippingValidation';
import { type CourierField, type CourierFields, formatDimensions, parseDimensions } from './shippingValues';

const courier: CourierFields = {
  courierName: 'DHL Express',
  pickUpDate: '2026-11-25',
  estimateDeliveryDate: '2026-11-28',
  trackingNumber: '',
  note: '',
};
const needed = ['courierName', 'pickUpDate', 'estimateDeliveryDate'] as const;
const courierProblems = (values: CourierFields, some: readonly CourierField[], noteLimit: number) =>
  validateFields(createCourierFields({ requiredFields: some, noteLimit }), values);

describe('courier dates', () => {
  it('may be equal, but delivery is never before pick-up', () => {
    expect(isDateOrderInvalid('2026-11-25', '2026-11-25')).toBe(false);
    expect(isDateOrderInvalid('2026-11-25', '2026-11-24')).toBe(true);
    expect(isDateOrderInvalid('2026-12-31', '2027-01-01')).toBe(false);
    expect(isDateOrderInvalid('', '2026-11-24')).toBe(false);
    expect(courierProblems({ ...courier, estimateDeliveryDate: '2026-11-24' }, needed, 1024)).toEqual({
      estimateDeliveryDate: 'shipping.datesTurned',
    });
  });

  it('are required with the name; the tracking number is optional by default', () => {
    const empty = { ...courier, courierName: ' ', pickUpDate: '', estimateDeliveryDate: '' };
    expect(courierProblems(empty, needed, 1024)).toEqual({
      courierName: 'saving.rule.required',
      pickUpDate: 'saving.rule.required',
      estimateDeliveryDate: 'saving.rule.required',
    });
    expect(courierProblems(courier, needed, 1024)).toEqual({});
    expect(courierProblems(courier, [...needed, 'trackingNumber'], 1024)).toEqual({
      trackingNumber: 'saving.rule.required',
    });
  });

  it('have a note with a maximum length', () => {
    expect(courierProblems({ ...courier, note: 'x'.repeat(1025) }, needed, 1024)).toEqual({
      note: { message: 'saving.rule.tooLong', args: { max: 1024 } },
    });
  });
});

describe('packages', () => {
  const good = { depth: '40', width: '30', height: '20', weight: '14.5' };

  it('have dimensions in whole centimeters and a weight with two decimals', () => {
    expect(validatePackages([good])).toEqual({});
    expect(validatePackages([{ ...good, depth: '4.5', width: '', weight: '1.234' }])).toEqual({
      'packages.0.depth': 'saving.rule.side',
      'packages.0.width': 'saving.rule.required',
      'packages.0.weight': 'saving.rule.positive',
    });
    expect(validatePackages([{ ...good, height: '0', weight: '0' }])).toEqual({
      'packages.0.height': 'saving.rule.side',
      'packages.0.weight': 'saving.rule.positive',
    });
  });

  it('are sent as digits/digits/digits', () => {
    expect(formatDimensions({ ...good, depth: ' 40 ' })).toBe('40/30/20');
    expect(parseDimensions('40/30/20')).toEqual({ depth: '40', width: '30', height: '20' });
  });
});

describe('contact and address', () => {
  const contact = {
    firstName: 'Nino',
    lastName: 'Beridze',
    phone: '+995 32 255 01 83',
    email: 'n@example.org',
    backupEmails: [],
  };

  it('require names, phone, email and non-empty backup emails', () => {
    expect(validateFields(contactFields, { contact })).toEqual({});
    expect(
      validateFields(contactFields, {
        contact: { ...contact, lastName: '', phone: '123', email: 'n@', backupEmails: [{ value: '' }] },
      }),
    ).toEqual({
      'contact.lastName': 'saving.rule.required',
      'contact.phone': 'saving.rule.phone',
      'contact.email': 'saving.rule.email',
      'contact.backupEmails.0.value': 'saving.rule.entry',
    });
  });

  it('require all address fields except province and building', () => {
    const empty = { companyName: '', country: '', province: '', city: '', postalCode: '', street: '', building: '' };
    expect(Object.keys(validateFields(partyFields, { contact, address: empty }))).toEqual([
      'address.companyName',
      'address.country',
      'address.city',
      'address.postalCode',
      'address.street',
    ]);
  });
});
