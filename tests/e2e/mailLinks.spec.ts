import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { password, routeOf, signIn } from './portal';
import { Api } from './repairApi';

const folder = process.env.PORTAL_MAILS ?? '';

/** The mails to an address, as they lie in the portal's folder. */
function mailsTo(address: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => new RegExp(`^To: .*${address}`, 'm').test(mail));
}

test.skip(!folder, 'the portal writes its mails to files where scripts/test starts it');

test('the link of a mail leads through the login to the tab', async ({ page }) => {
  const api = new Api(page);
  const id = await api.create(1);
  const { email } = (await api.call<{ contact: { email: string } }>('supervisor', 'GET', 'contacts/profile')).contact;
  const link = new RegExp(`http\\S+/#/\\w+/process-repair/${id}\\?tab=DETAILS&utm_source=mail`);
  const linkOf = () => mailsTo(email).flatMap((mail) => mail.match(link)?.[0] ?? [])[0];
  await expect.poll(linkOf).toBeTruthy();
  const address = linkOf() ?? '';
  await page.goto(address);
  await expect(page.locator('input[name=username]')).toBeVisible();
  await page.locator('input[name=username]').fill('supervisor');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await expect.poll(() => routeOf(page)).toContain(`/process-repair/${id}`);
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
  expect(routeOf(page)).not.toContain('utm_source');
});

test('the bell tells of the same, leads there, and is cleared', async ({ page }) => {
  const api = new Api(page);
  const id = await api.create(1);
  await signIn(page, 'supervisor');
  await page.goto('/#/en/active-repairs');
  await page.getByRole('button', { name: /^Notifications, \d+ new/ }).click();
  await page
    .getByRole('menuitem', { name: /^New: R-/ })
    .first()
    .click();
  await expect.poll(() => routeOf(page)).toContain('/process-repair/');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('menuitem', { name: 'Mark all as read' })).toBeDisabled();
  expect(id).toBeGreaterThan(0);
});
