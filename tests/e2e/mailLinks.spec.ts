import { expect, test } from '@playwright/test';
import { canReadMails, findMailedLink } from './mails';
import { getRoute, password, signIn } from './portal';
import { Api } from './repairApi';

test.skip(!canReadMails, 'the mails of this portal cannot be read');

test('the link of an email opens the tab after the login', async ({ page }) => {
  const api = new Api(page);
  const id = await api.create(1);
  const { email } = (await api.call<{ contact: { email: string } }>('supervisor', 'GET', 'contacts/profile')).contact;
  const link = new RegExp(`http\\S+/#/\\w+/process-repair/${id}\\?tab=DETAILS&utm_source=mail`);
  await page.goto(await findMailedLink(email, link));
  await page.locator('input[name=username]').fill('supervisor');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await expect.poll(() => getRoute(page)).toContain(`/process-repair/${id}?tab=DETAILS`);
  await expect(page.getByRole('tab', { name: 'Details', selected: true })).toBeVisible();
});

test('the bell lists the new request, opens it, and can be marked as read', async ({ page }) => {
  const id = await new Api(page).create(1);
  await signIn(page, 'supervisor');
  await page.goto('/#/en/active-repairs');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/^Notifications, \d+ new/);
  await bell.click();
  await page.locator(`[role=dialog] a[href*="/process-repair/${id}"]`).click();
  await expect.poll(() => getRoute(page)).toContain(`/process-repair/${id}`);
  await bell.click();
  const clear = page.getByRole('button', { name: 'Mark all as read' });
  await clear.click();
  await expect(clear).toBeDisabled();
});
