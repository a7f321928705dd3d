import { expect, type Page } from '@playwright/test';
import { findMailedLink } from './mails';
import { type Screen, waitForHeading } from './screens';
import { buildUsername, callAsAdmin, person, strongPassword } from './usersPage';

/** Create a user and return the route of the emailed link to set a password. */
async function createPasswordLink(page: Page): Promise<string> {
  const username = buildUsername('keyed');
  const email = `${username}@example.org`;
  await callAsAdmin(page, 'post', 'contacts', {
    ...person,
    username,
    email,
    password: strongPassword,
    permission: 'SUPERVISOR',
  });
  await page.request.put('/api/v1/support/request-reset-password', { params: { username } });
  const link = await findMailedLink(email, /http\S+\/reset-password\/\S+/);
  return `reset-password/${link.split('/reset-password/')[1]}`;
}

/** Create an account request and return the route of the page that decides on it. */
async function createAccountRequest(page: Page, decision: 'approve' | 'reject'): Promise<string> {
  const username = buildUsername('asking');
  const contact = { ...person, username, email: `${username}@example.org` };
  const street = { city: 'Kyiv', postalCode: '01001', street: 'Hrushevskoho', building: '4' };
  const response = await page.request.post('/api/v1/contacts/request-account/request', {
    data: { contact, address: { ...street, companyName: username, country: 'UA' } },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return `request-account/${decision}/${await response.text()}`;
}

/** Screens that need a record created for them. */
export const preparedScreens: Screen[] = [
  {
    name: 'set a password',
    route: createPasswordLink,
    ready: async (page) => {
      await page.locator('input[name=newPassword]').fill('short');
      await page.locator('input[name=confirmPassword]').fill('other');
      await page.getByRole('button', { name: /^(Set password|Establecer contraseña)$/ }).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'approve an account',
    user: 'supervisor',
    route: (page) => createAccountRequest(page, 'approve'),
    ready: async (page) => {
      await page.getByRole('combobox', { name: /^(Role|Rol)/ }).click();
      await page.getByRole('option', { name: /manager|sostenibilidad/i }).click();
      await expect(page.getByRole('combobox')).toHaveCount(2);
    },
  },
  {
    name: 'reject an account',
    user: 'supervisor',
    route: (page) => createAccountRequest(page, 'reject'),
    ready: waitForHeading,
  },
  {
    name: 'recipients preview',
    user: 'admin',
    route: 'mail-notification',
    ready: async (page) => {
      const list = await callAsAdmin(page, 'get', 'repairing/fetch-by-criteria/active?size=1');
      const recipients = page.getByRole('region', { name: /recipients|destinatarios/i });
      await recipients.getByRole('textbox').fill(list.content[0].requestId);
      await recipients.getByRole('button').click();
      await recipients.locator('summary').first().click();
    },
  },
];
