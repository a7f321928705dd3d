import { describe, expect, it } from 'vitest';
import { INCOMPLETE } from '../../../core/forms/inputs/incompleteValue';
import { createEmptyForm, parseSupportDraft, toFormPath, toSupportBody, validateSupportForm } from './supportForm';

const contact = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phone: '+995 32 255 01 83',
  email: 'nino@example.org',
  backupEmails: [{ id: 4, value: 'duty@example.org' }],
};
const completeForm = {
  ...createEmptyForm(contact),
  title: ' No spectra ',
  description: 'Since the power cut.',
  day: '2026-07-15',
  time: '09:30',
  methods: ['PHONE'],
};

describe('new remote support request', () => {
  it('prefills the contact of the profile and requires the other fields', () => {
    expect(validateSupportForm(createEmptyForm(contact))).toEqual({
      title: 'newRemoteSupport.rule.required',
      description: 'newRemoteSupport.rule.required',
      day: 'newRemoteSupport.rule.required',
      time: 'newRemoteSupport.rule.required',
      methods: 'newRemoteSupport.rule.method',
    });
  });

  it('requires a contact and complete backup addresses', () => {
    const form = { ...completeForm, contact: { ...contact, phone: '', backupEmails: [{ value: '' }] } };
    expect(validateSupportForm(form)).toEqual({
      'contact.phone': 'saving.rule.required',
      'contact.backupEmails.0.value': 'saving.rule.entry',
    });
  });

  it('rejects a time that New York skips', () => {
    const form = { ...completeForm, day: '2026-03-08', time: '02:30' };
    expect(validateSupportForm(form)).toEqual({ time: 'newRemoteSupport.rule.leftOut' });
  });

  it('rejects an incomplete date or time', () => {
    expect(validateSupportForm({ ...completeForm, day: INCOMPLETE })).toEqual({
      day: 'newRemoteSupport.rule.halfTyped',
    });
    expect(validateSupportForm({ ...completeForm, time: INCOMPLETE })).toEqual({
      time: 'newRemoteSupport.rule.halfTyped',
    });
  });

  it('is sent with a UTC instant and file ids', () => {
    const file = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 3 };
    expect(toSupportBody({ ...completeForm, attachments: [file] })).toMatchObject({
      title: 'No spectra',
      specialSupport: false,
      preferredDate: '2026-07-15T13:30:00.000Z',
      contact: { backupEmails: [{ value: 'duty@example.org' }] },
      attachments: [{ id: 'f1' }],
    });
    expect(toSupportBody({ ...completeForm, day: '2026-01-15' }).preferredDate).toBe('2026-01-15T14:30:00.000Z');
  });

  it('maps server paths to form fields', () => {
    expect(toFormPath('preferredDate')).toBe('time');
    expect(toFormPath('preferredContactMethods.0')).toBe('methods');
    expect(toFormPath('contact.backupEmails.0.value')).toBe('contact.backupEmails.0.value');
  });

  it('restores a complete draft or none', () => {
    const stored = JSON.stringify(completeForm);
    expect(parseSupportDraft(JSON.parse(stored))).toEqual(completeForm);
    for (const invalid of [stored.replace('["PHONE"]', '"PHONE"'), stored.replace('"day"', '"date"'), '7', 'null']) {
      expect(parseSupportDraft(JSON.parse(invalid))).toBeNull();
    }
  });

  it('is sent without spaces around its texts, and with its instrument', () => {
    const form = { ...completeForm, description: ' Twice\n', serialNumber: ' SN-1 ', specialSupport: 'yes' as const };
    expect(toSupportBody(form)).toMatchObject({
      description: 'Twice',
      serialNumber: 'SN-1',
      specialSupport: true,
      partId: null,
      preferredContactMethods: ['PHONE'],
    });
    expect(toSupportBody({ ...form, partId: 3 }).partId).toBe(3);
  });

  it('rejects texts of spaces only, and accepts a complete form', () => {
    expect(validateSupportForm(completeForm)).toEqual({});
    expect(validateSupportForm({ ...completeForm, title: '  ', description: '\n' })).toEqual({
      title: 'newRemoteSupport.rule.required',
      description: 'newRemoteSupport.rule.required',
    });
  });

  it('copies the backup addresses of the profile without their ids, and is empty without a profile', () => {
    expect(createEmptyForm(contact).contact.backupEmails).toEqual([{ value: 'duty@example.org' }]);
    expect(createEmptyForm().contact).toEqual({ firstName: '', lastName: '', phone: '', email: '', backupEmails: [] });
    expect(createEmptyForm().specialSupport).toBe('no');
  });

  it('maps server errors of files and the contact to their fields', () => {
    expect(toFormPath('attachments.2.id')).toBe('attachments');
    expect(toFormPath('preferredDate')).toBe('time');
    expect(toFormPath('contact.phone')).toBe('contact.phone');
    expect(toFormPath('title')).toBe('title');
  });

  it('restores the instrument of a draft, and no draft with an invalid one', () => {
    expect(parseSupportDraft({ ...completeForm, partId: 3 })?.partId).toBe(3);
    expect(parseSupportDraft({ ...completeForm, partId: '3' })).toBeNull();
    expect(parseSupportDraft({ ...completeForm, attachments: [{ id: 'f1' }] })).toBeNull();
  });
});
