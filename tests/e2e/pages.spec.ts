import { expect, type Page, test } from '@playwright/test';
import { getMessages } from './messages';
import { buildListUrl, getSession, go, signIn } from './portal';

const fileName = 'señal 1.txt';

/** Upload an attachment as the client and return its ID. */
async function upload(page: Page): Promise<string> {
  const { token } = await getSession(page, 'client');
  const multipart = { file: { name: fileName, mimeType: 'text/plain', buffer: Buffer.from('counts: 12') } };
  const uploaded = await page.request.post('/api/v1/files/upload', { headers: { Authorization: token }, multipart });
  return ((await uploaded.json()) as { id: string }).id;
}

test('a client downloads an attachment, finds its details in My account, and sees decisions whole', async ({
  page,
}) => {
  await signIn(page, 'client');
  await test.step('an attachment is downloaded when its page opens, and again by the button', async () => {
    const saved = page.waitForEvent('download');
    await go(page, `/en/download/attachment/${await upload(page)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Attachment' })).toBeVisible();
    expect((await saved).suggestedFilename()).toBe(fileName);
    await expect(page.getByText(fileName)).toBeVisible();
    const again = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByText('Downloading…')).toBeVisible();
    expect((await again).suggestedFilename()).toBe(fileName);
  });
  await test.step('the account menu opens My account, which includes the details of the organization', async () => {
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
  await test.step('decisions on repairs are whole in the list of a client, in both languages', async () => {
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
});

test('the language and the appearance change in place; an unreachable portal loads on a retry; an approval is printed', async ({
  page,
}) => {
  const { t } = getMessages('es');
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

  await test.step('an unreachable portal shows an error and loads on a retry, in the same language and appearance', async () => {
    await page.route('**/api/rest/meta', (route) => route.abort());
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
    await expect(page.getByRole('alert')).toContainText(t('errors.network'));
    await page.unroute('**/api/rest/meta');
    await page.getByRole('button', { name: t('shared.tryAgain') }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reparaciones cerradas' })).toBeVisible();
  });
  await test.step('an attachment that another user uploaded does not exist', async () => {
    await go(page, `/es/download/attachment/${await upload(page)}`);
    await expect(page.getByRole('alert')).toContainText('No se encontró la información solicitada.');
    await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible();
  });
  await test.step('a printed approval shows pending decisions and no controls', async () => {
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
});
