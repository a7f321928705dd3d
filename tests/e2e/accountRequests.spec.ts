import { expect, type Page, test } from '@playwright/test';
import { canReadMails, findMailedLink } from './mails';
import { getRoute, go, signIn, users } from './portal';
import { buildUsername, callAsAdmin, person, strongPassword } from './usersPage';

test.skip(!canReadMails, 'the mails of this portal cannot be read');

const resetLink = /http\S+\/reset-password\/\S+/;

async function setPassword(page: Page, link: string, secret: string) {
  await page.goto(link);
  const title = link.includes('?invited=1') ? 'Welcome to the portal' : 'Set a new password';
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByLabel('New password').fill(secret);
  await page.locator('input[name=confirmPassword]').fill(secret);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Your password is set.')).toBeVisible();
}

async function logIn(page: Page, username: string, secret: string) {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('input[name=password]').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
}

test('the emailed link to reset a forgotten password works once', async ({ page }) => {
  const username = buildUsername('forgetful');
  const email = `${username}@example.org`;
  await callAsAdmin(page, 'post', 'contacts', {
    ...person,
    username,
    email,
    password: strongPassword,
    permission: users.manager,
  });
  await go(page, '/en/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset your password' });
  const field = dialog.getByRole('textbox', { name: 'Username' });
  await expect(field).toBeFocused();
  await field.fill('no name');
  await field.blur();
  await expect(field).toHaveAccessibleDescription(/letters/);
  await field.fill(username);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText("We've emailed you a link to reset your password.")).toBeVisible();

  const link = await findMailedLink(email, resetLink);
  const secret = `${strongPassword}-new`;
  await setPassword(page, link, secret);
  await logIn(page, username, secret);
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: "This link doesn't work anymore" })).toBeVisible();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('a supervisor approves the account request of a visitor, and the emailed link sets the first password', async ({
  page,
}) => {
  const username = buildUsername('asker');
  const email = `${username}@example.org`;
  await go(page, '/en/login');
  await page.getByRole('link', { name: 'Request one' }).click();
  const send = page.getByRole('button', { name: 'Submit request', exact: true });
  await send.click();
  await expect(page.getByRole('textbox', { name: 'Preferred username' })).toBeFocused();
  await expect(page.getByText('Required!')).toHaveCount(11);
  await expect(page.getByRole('alert')).toHaveText('Not saved: 11 fields need attention.');
  for (const [name, value] of Object.entries({
    'contact.username': username,
    'contact.email': email,
    'contact.firstName': person.firstName,
    'contact.lastName': person.lastName,
    'contact.phone': person.phone,
    'address.companyName': username,
    'address.city': 'Kyiv',
    'address.postalCode': '01001',
    'address.street': 'Hrushevskoho',
    'address.building': '4',
  })) {
    await page.locator(`input[name="${name}"]`).fill(value);
  }
  await page.getByRole('combobox', { name: 'Country' }).fill('Ukr');
  await page.getByRole('option', { name: 'Ukraine' }).click();
  await send.click();
  await expect(page.getByText('Your request has been sent to the supervisors.')).toBeVisible();
  await expect.poll(() => getRoute(page)).toBe('/en/login');

  await signIn(page, 'supervisor');
  await page.goto('about:blank');
  await go(page, '/en/account-requests');
  await page.getByRole('link', { name: username }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Approve account request' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Sustainability manager' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Request approved.')).toBeVisible();
  await go(page, '/en/account-requests');
  await page.getByRole('link', { name: username }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Approved account request' })).toBeVisible();
  await expect(page.getByText('This request has already been approved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account requests' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('about:blank');
  await setPassword(page, await findMailedLink(email, resetLink), strongPassword);
  await logIn(page, username, strongPassword);
});
