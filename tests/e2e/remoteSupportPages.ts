import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleTree } from './accessibleTree';
import { createMouse, type InputDriver } from './inputMethods';
import type { Messages } from './messages';
import { password, storeSession } from './portal';

/** Sign in a demo user, also one not in `users`, and return the session token. */
export async function logInAs(page: Page, baseURL: string, username: string): Promise<string> {
  const response = await page.request.post('/api/v1/contacts/login', { data: { username, password } });
  const session = (await response.json()) as { identification: string; token: string; permissions: string[] };
  await storeSession(page.context(), baseURL, session);
  return session.token;
}

export const contact = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phone: '+995 32 255 01 83',
  email: 'nino.beridze@customs-ge.example.org',
  backupEmails: [],
};

/** Call the API with a session token; throw on an error status. */
export async function callApi<T>(page: Page, token: string, method: string, path: string, data?: unknown): Promise<T> {
  const response = await page.request.fetch(`/api/v1/${path}`, {
    method,
    headers: { Authorization: token, Lang: 'en', 'Idempotency-Key': randomUUID().replaceAll('-', '') },
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Create a request as the client of the token. */
export async function createRequest(
  page: Page,
  token: string,
  title: string,
): Promise<{ id: number; requestId: string }> {
  return callApi(page, token, 'PUT', 'support/save', {
    title,
    description: 'No spectrum arrives on the server since the power cut of last week.',
    specialSupport: false,
    preferredDate: '2027-01-15T14:30:00Z',
    preferredContactMethods: ['PHONE'],
    contact,
    attachments: [],
  });
}

/** Complete a request by the API, with the tokens of supervisor and service. */
export async function completeRequest(page: Page, id: number, supervisor: string, service: string): Promise<void> {
  await callApi(page, supervisor, 'POST', `support/update/initial-approval?remoteSupportId=${id}&status=APPROVED`);
  await callApi(page, supervisor, 'PUT', `support/update-status?remoteSupportId=${id}`);
  const session = { id: -1, durationInHours: 1.5, completionDate: '2026-11-20', summary: 'Settings entered again.' };
  await callApi(page, service, 'POST', `support/process/service-review-session?requestId=${id}`, session);
  await callApi(page, service, 'PUT', `support/update-status?remoteSupportId=${id}`);
  await callApi(page, service, 'PUT', `support/update-status?remoteSupportId=${id}`);
}

/** Type into a date or time field, section by section. */
export async function typeInto(picker: Locator, digits: string, driver: InputDriver = createMouse()): Promise<void> {
  await driver.enter(picker.getByRole('spinbutton').first(), digits);
}

/** Fill in the creation form; `when` is the date as MMDDYYYY and the time as HHMM. */
export async function fillRequest(
  page: Page,
  messages: Messages,
  title: string,
  when: [string, string],
  driver: InputDriver = createMouse(),
): Promise<void> {
  const field = (name: string) => page.getByLabel(messages.t(`remoteSupport.field.${name}`)).first();
  await driver.write(field('title'), title);
  await driver.write(field('description'), 'No spectrum arrives on the server since the power cut of last week.');
  await typeInto(page.getByRole('group', { name: messages.t('newRemoteSupport.day') }), when[0], driver);
  await typeInto(page.getByRole('group', { name: messages.t('newRemoteSupport.time') }), when[1], driver);
  await driver.press(page.getByRole('checkbox', { name: 'WhatsApp' }));
}

/** Open the process page of a request and wait for its number. */
export async function openRequest(page: Page, messages: Messages, id: number, tab = ''): Promise<void> {
  await page.goto(`/#/${messages.language}/remote-support/process/${id}${tab && `?tab=${tab}`}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/S-\d{4}-\d{6}/);
  await expect(page.getByRole('tablist')).toBeVisible();
  await expectAccessibleTree(page, messages);
}
