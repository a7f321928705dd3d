import { expect, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages } from './messages';
import { buildListUrl, go, signIn } from './portal';

const sending = '**/support/request/feedback';

test('feedback is sent once and shown to administrators; feedback on a phone, from the menu', async ({ page }) => {
  const { t } = getMessages('en');
  const spanish = getMessages('es');
  const title = `Slow list ${Date.now()}`;
  await signIn(page, 'client');
  await go(page, '/en/closed-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: t('feedback.label') }).click();
  const dialog = page.getByRole('dialog', { name: t('feedback.title') });
  const send = dialog.getByRole('button', { name: t('feedback.send') });
  await expect(send).toBeDisabled();
  await dialog.getByLabel(/^Title/).fill(title);
  await send.click();
  await expect(dialog.getByText(t('saving.rule.required'))).toHaveCount(1);
  await expectNoViolations(page);
  await dialog.getByLabel(/^Message/).fill('It takes long over our line.');

  // The server receives the message, but the response is lost.
  await page.route(sending, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(sending);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: t('feedback.sent') })).toBeVisible();

  // On a phone, from the menu, in Spanish; what is typed is not left without asking.
  await page.setViewportSize({ width: 360, height: 740 });
  await go(page, '/es/action-required');
  await page.getByRole('button', { name: /^(Open menu|Abrir menú)$/ }).click();
  await page.getByRole('button', { name: spanish.t('feedback.label') }).click();
  const onPhone = page.getByRole('dialog', { name: spanish.t('feedback.title') });
  await onPhone.getByLabel(/^Título/).fill('Botones pequeños');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: spanish.t('saving.leave.stay') }).click();
  await expect(onPhone.getByLabel(/^Título/)).toHaveValue('Botones pequeños');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: spanish.t('saving.leave.discard') }).click();
  await expect(onPhone).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto('about:blank');
  await signIn(page, 'admin');
  await go(page, buildListUrl('/en/feedback', { filter: { keyword: title } }));
  const row = page.locator('tbody tr');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Closed repairs');
});
