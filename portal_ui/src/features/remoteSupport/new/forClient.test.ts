import { expect, it } from 'vitest';
import { blankForm, formPathOf, readStored, supportBodyOf, supportProblems } from './supportForm';

it('asks a service for the client, and nobody else', () => {
  expect(supportProblems(blankForm(), true).client).toBe('newRemoteSupport.rule.required');
  expect(supportProblems(blankForm()).client).toBeUndefined();
});

it('names the client by its id alone, and sends none where a client asks for itself', () => {
  expect(supportBodyOf({ ...blankForm(), client: '7', clientName: 'Customs' }).client).toEqual({ id: 7 });
  expect('client' in supportBodyOf(blankForm())).toBe(false);
});

it('shows what the server says of the client at its field', () => {
  expect(formPathOf('client.id')).toBe('client');
});

it('reads drafts with and without a client', () => {
  const { client: _, clientName: __, ...old } = blankForm();
  expect(readStored(old)?.client).toBe('');
  expect(readStored({ ...blankForm(), client: '7', clientName: 'Customs' })?.clientName).toBe('Customs');
});
