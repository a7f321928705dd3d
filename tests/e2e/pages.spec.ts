import { expect, test } from '@playwright/test';
import { buildListUrl, go, signIn } from './portal';

test('an attachment is downloaded when its page opens, and again by the button', async ({ page }) => {
  const { token } = await signIn(page, 'client');
  const headers = { Authorization: token };
  const file = { name: 'señal 1.txt', mimeType: 'text/plain', buffer: Buffer.from('counts: 12') };
  const uploaded = await page.request.post('/api/v1/files/upload', { headers, multipart: { file } });
  const { id } = (await uploaded.json()) as { id: string };
  const saved = page.waitForEvent('download');
  await go(page, `/en/download/attachment/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Attachment' })).toBeVisible();
  expect((await saved).suggestedFilename()).toBe('señal 1.txt');
  await expect(page.getByText('señal 1.txt')).toBeVisible();
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('Downloading…')).toBeVisible();
  expect((await again).suggestedFilename()).toBe('señal 1.txt');

  // The upload does not exist for other users.
  await page.context().clearCookies();
  await page.goto('about:blank');
  await signIn(page, 'supervisor');
  await go(page, `/es/download/attachment/${id}`);
  await expect(page.getByRole('alert')).toContainText('No se encontró la información solicitada.');
  await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible();
});

test('the account menu opens My account, which includes the details of the organization', async ({ page }) => {
  await signIn(page, 'client');
  await go(page, '/en/active-repairs');
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name: /My account/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Account details',
    'Address',
    'Additional details',
    'Two-factor authentication',
    "Where you're logged in",
  ]);
  await expect(page.getByLabel(/^Email/)).toHaveValue(/@/);
});

test('the language and the appearance change in place', async ({ page }) => {
  await signIn(page, 'supervisor');
  await go(page, '/en/closed-repairs?size=5');
  await expect(page.locator('tbody a.recordLink').first()).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reparaciones cerradas' })).toBeVisible();
  await expect(page).toHaveURL(/#\/es\/closed-repairs\?size=5$/);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
  await expect(page).toHaveTitle(/^Reparaciones cerradas · /);
  await page.getByRole('button', { name: 'Apariencia' }).click();
  await page.getByRole('menuitemradio', { name: 'Oscuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await expect(page.getByRole('heading', { level: 1, name: 'Reparaciones cerradas' })).toBeVisible();
});

test('an unreachable portal shows an error and loads on a retry', async ({ page }) => {
  await signIn(page, 'supervisor');
  await page.route('**/api/rest/meta', (route) => route.abort());
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('alert')).toContainText('An error occurred in the browser!');
  await page.unroute('**/api/rest/meta');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
});

test('a printed approval shows pending decisions and no controls', async ({ page }) => {
  await signIn(page, 'supervisor');
  await go(page, `/en/${buildListUrl('active-repairs', { filter: { status: ['NEW'] } })}`);
  await page.locator('main a[href*="process-repair"]').first().click();
  const choices = page.getByRole('group', { name: /^Approval of/ });
  await expect(choices.first()).toBeVisible();
  const open = choices.filter({ hasNot: page.getByRole('button', { pressed: true }) });
  const count = await open.count();
  expect(count).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: /approve|submit|comment|export/i })).toHaveCount(0);
  await expect(page.getByRole('table').getByText('Waiting for approval')).toHaveCount(count);
});

test('decisions on repairs are whole in the list of a client, in both languages', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'client');
  for (const [language, waiting] of [
    ['en', 'Waiting for approval'],
    ['es', 'En espera de aprobación'],
  ] as const) {
    const filter = { status: ['IN_REPAIR_APPROVAL'] };
    await go(page, `/${language}/${buildListUrl('active-repairs', { filter })}`);
    await page.locator('main a[href*="process-repair"]').first().click();
    const decisions = page.getByRole('table').getByText(waiting);
    await expect(decisions.first()).toBeVisible();
    const cut = await decisions.evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth));
    expect(cut, language).toEqual([]);
  }
});
