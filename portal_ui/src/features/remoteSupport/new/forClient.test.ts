import { expect, it } from 'vitest';
import { createEmptyForm, parseSupportDraft, toFormPath, toSupportBody, validateSupportForm } from './supportForm';

it('requires a client only in a request of a service', () => {
  expect(validateSupportForm(createEmptyForm(), true).client).toBe('newRemoteSupport.rule.required');
  expect(validateSupportForm(createEmptyForm()).client).toBeUndefined();
});

it("sends the client's id only, and no client in a client's own request", () => {
  expect(toSupportBody({ ...createEmptyForm(), client: '7', clientName: 'Customs' }).client).toEqual({ id: 7 });
  expect('client' in toSupportBody(createEmptyForm())).toBe(false);
});

it('maps server errors of the client to its field', () => {
  expect(toFormPath('client.id')).toBe('client');
});

it('parses drafts with and without a client', () => {
  const { client: _, clientName: __, ...old } = createEmptyForm();
  expect(parseSupportDraft(old)?.client).toBe('');
  expect(parseSupportDraft({ ...createEmptyForm(), client: '7', clientName: 'Customs' })?.clientName).toBe('Customs');
});
