import { describe, expect, it } from 'vitest';
import { halfTyped } from '../../shared/fields/halfTyped';
import { blankForm, formPathOf, supportBodyOf, supportProblems } from './supportForm';

const contact = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phone: '+995 32 255 01 83',
  email: 'nino@example.org',
  backupEmails: [{ id: 4, value: 'duty@example.org' }],
};
const whole = {
  ...blankForm(contact),
  title: ' No spectra ',
  description: 'Since the power cut.',
  day: '2026-07-15',
  time: '09:30',
  methods: ['PHONE'],
};

describe('a new remote support request', () => {
  it('offers the contact of the profile and wants the rest', () => {
    const { own, contact: wrong } = supportProblems(blankForm(contact));
    expect(own).toEqual({
      title: 'required',
      description: 'required',
      day: 'required',
      time: 'required',
      methods: 'method',
    });
    expect(wrong).toEqual({});
  });

  it('wants a contact and whole backup addresses', () => {
    const form = { ...whole, contact: { ...contact, phone: '', backupEmails: [{ value: '' }] } };
    expect(supportProblems(form).contact).toEqual({
      'contact.phone': 'saving.rule.required',
      'contact.backupEmails.0.value': 'saving.rule.required',
    });
  });

  it('refuses a time that New York leaves out', () => {
    expect(supportProblems({ ...whole, day: '2026-03-08', time: '02:30' }).own).toEqual({ time: 'leftOut' });
  });

  it('refuses a day or a time of which a part is still missing', () => {
    expect(supportProblems({ ...whole, day: halfTyped }).own).toEqual({ day: 'halfTyped' });
    expect(supportProblems({ ...whole, time: halfTyped }).own).toEqual({ time: 'halfTyped' });
  });

  it('is sent with an instant in UTC, and files by their ids', () => {
    const file = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 3 };
    expect(supportBodyOf({ ...whole, attachments: [file] })).toMatchObject({
      title: 'No spectra',
      specialSupport: false,
      preferredDate: '2026-07-15T13:30:00.000Z',
      contact: { backupEmails: [{ value: 'duty@example.org' }] },
      attachments: [{ id: 'f1' }],
    });
    expect(supportBodyOf({ ...whole, day: '2026-01-15' }).preferredDate).toBe('2026-01-15T14:30:00.000Z');
  });

  it('finds its fields by the names of the server', () => {
    expect(formPathOf('preferredDate')).toBe('time');
    expect(formPathOf('preferredContactMethods.0')).toBe('methods');
    expect(formPathOf('contact.backupEmails.0.value')).toBe('contact.backupEmails.0.value');
  });
});
