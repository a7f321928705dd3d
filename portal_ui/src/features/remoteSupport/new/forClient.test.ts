import { expect, it } from 'vitest';
import { createEmptyForm, parseSupportDraft, toFormPath, toSupportBody, validateSupportForm } from './supportForm';

it('asks a service for the client, and nobody else', () => {
  expect(validateSupportForm(createEmptyForm(), true).client).toBe('newRemoteSupport.rule.required');
  expect(validateSupportForm(createEmptyForm()).client).toBeUndefined();
});

it('names the client by its id alone, and sends none where a client asks for itself', () => {
  expect(toSupportBody({ ...createEmptyForm(), client: '7', clientName: 'Customs' }).client).toEqual({ id: 7 });
  expect('client' in toSupportBody(createEmptyForm())).toBe(false);
});

it('shows what the server says of the client at its field', () => {
  expect(toFormPath('client.id')).toBe('client');
});

it('reads drafts with and without a client', () => {
  const { client: _, clientName: __, ...old } = createEmptyForm();
  expect(parseSupportDraft(old)?.client).toBe('');
  expect(parseSupportDraft({ ...createEmptyForm(), client: '7', clientName: 'Customs' })?.clientName).toBe('Customs');
});
