import { describe, expect, it } from 'vitest';
import { isDateOrderInvalid, validateFields } from '../../core/forms/fieldValidation';
import { INCOMPLETE } from '../../core/forms/inputs/incompleteValue';
import { contactFields } from './ContactFields';
import { createCourierFields } from './CourierView';
import { partyFields } from './PartyFields';
import { hsCode, validatePackages } from './shippingValidation';
import {
  type CourierField,
  type CourierFields,
  createEmptyPackage,
  formatDimensions,
  parseDimensions,
  REQUIRED_WITH_TRACKING,
  toCourierFields,
  toPartyForm,
} from './shippingValues';

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

  it('are complete days, and texts have at most 255 characters', () => {
    const values = { ...courier, courierName: 'x'.repeat(256), pickUpDate: INCOMPLETE };
    expect(courierProblems(values, needed, 1024)).toEqual({
      courierName: { message: 'saving.rule.tooLong', args: { max: 255 } },
      pickUpDate: 'saving.rule.date',
    });
  });

  it('have a label that says that the tracking number may follow, unless it is required', () => {
    const getPlaceholder = (requiredFields: readonly CourierField[]) =>
      createCourierFields({ requiredFields }).find(({ source }) => source === 'trackingNumber')?.placeholder;
    expect([getPlaceholder(needed), getPlaceholder(REQUIRED_WITH_TRACKING)]).toEqual([
      'shipping.trackingLater',
      undefined,
    ]);
  });

  it('have no note without a limit', () => {
    const getSources = (noteLimit?: number) => createCourierFields({ noteLimit }).map(({ source }) => source);
    expect(getSources()).toEqual(['courierName', 'trackingNumber', 'pickUpDate', 'estimateDeliveryDate']);
    expect(getSources(10).at(-1)).toBe('note');
  });

  it('are empty texts while they are unknown', () => {
    const empty = { courierName: '', pickUpDate: '', estimateDeliveryDate: '', trackingNumber: '', note: '' };
    expect(toCourierFields(null)).toEqual(empty);
    const known = { courierName: 'DHL', pickUpDate: '2026-11-25', estimateDeliveryDate: null, trackingNumber: 'JD 1' };
    expect(toCourierFields({ ...known, note: 'x' } as never)).toEqual({
      ...known,
      estimateDeliveryDate: '',
      note: 'x',
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

  it('each have their own errors', () => {
    expect(validatePackages([good, { ...good, weight: '' }, createEmptyPackage()])).toEqual({
      'packages.1.weight': 'saving.rule.required',
      'packages.2.depth': 'saving.rule.required',
      'packages.2.width': 'saving.rule.required',
      'packages.2.height': 'saving.rule.required',
      'packages.2.weight': 'saving.rule.required',
    });
  });

  it('have the same sides after a save', () => {
    const sides = { depth: '1', width: '2', height: '3' };
    expect(parseDimensions(formatDimensions({ ...sides, weight: '1' }))).toEqual(sides);
    expect(parseDimensions('')).toEqual({ depth: '', width: '', height: '' });
  });

  it.each([
    ['', true],
    ['903010', true],
    ['9030.10', true],
    ['9030 10 00 00', true],
    ['9030.10.0000', true],
    ['90301', false],
    ['9030.10.00000', false],
    ['9030-10', false],
    ['HS9030', false],
  ])('have contents with the HS code "%s": %s', (code, isValid) => {
    expect(hsCode(code)).toBe(isValid ? undefined : 'saving.rule.hsCode');
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

  it('require correct backup emails', () => {
    const backupEmails = [{ value: 'a@b.org' }, { value: 'c@' }];
    expect(validateFields(contactFields, { contact: { ...contact, backupEmails } })).toEqual({
      'contact.backupEmails.1.value': 'saving.rule.email',
    });
    expect(validateFields(contactFields, { contact: { ...contact, firstName: 'Ana 2' } })).toEqual({
      'contact.firstName': 'saving.rule.letters',
    });
  });

  it('are form values without ids, and texts instead of missing values', () => {
    const stored = { id: 4, backupEmails: [{ id: 8, value: 'a@b.org' }], more: 1 };
    const address = { companyName: 'Customs', country: 'GE', city: 'Tbilisi', postalCode: '0160', street: 'Lvovi' };
    const known = { contact: { ...contact, ...stored }, address: { id: 5, ...address, province: null } };
    expect(toPartyForm(known as never)).toEqual({
      contact: { ...contact, backupEmails: [{ value: 'a@b.org' }] },
      address: { ...address, province: '', building: '' },
    });
    const full = { ...address, province: 'Kartli', building: '83' };
    expect(toPartyForm({ contact, address: full }).address).toEqual(full);
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
