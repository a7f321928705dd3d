import { expect, type Page, test } from '@playwright/test';
import { go, signIn } from './portal';
import { type Language, wordsIn } from './words';

const saving = '**/api/v1/mail/save';

async function open(page: Page, language: Language, category = '') {
  await signIn(page, 'admin');
  await go(page, `/${language}/mail-notification${category && `?category=${category}`}`);
  await expect(page.getByRole('tabpanel').getByRole('switch').first()).toBeVisible();
}

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

test('the matrix: thrown switches are kept apart by tab, saved, and there after a reload', async ({ page }) => {
  const { say } = wordsIn('en');
  await open(page, 'en');
  const save = page.getByRole('button', { name: say('mail.save') });
  await expect(page.getByRole('tab')).toHaveText(['Repair', 'Part request', 'Remote support']);
  await expect(save).toBeDisabled();
  const manager = switchOf(page, 'Sustainability manager: In transit');
  const was = await manager.isChecked();
  await manager.setChecked(!was);
  await page.getByRole('tab', { name: 'Remote support' }).click();
  await expect(save).toBeDisabled();
  await expect(switchOf(page, 'Service: Service of a remote support request changed')).toBeVisible();
  await page.getByRole('tab', { name: say('mail.edited', { name: 'Repair' }) }).click();

  const sent = page.waitForRequest(saving);
  await save.click();
  const body = (await sent).postDataJSON() as { type: string; settings: { id: string }[] };
  expect([body.type, body.settings.map(({ id }) => id)]).toEqual(['PROCESS', ['REPAIR:IN_TRANSIT']]);
  await expect(page.getByRole('status').filter({ hasText: say('mail.saved', { name: 'Repair' }) })).toBeVisible();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(manager).toBeChecked({ checked: !was });
  await manager.setChecked(was);
  await save.click();
  await expect(save).toBeDisabled();
});

test('what could not be saved stays switched, in Spanish too; leaving asks', async ({ page }) => {
  const { say } = wordsIn('es');
  await open(page, 'es', 'PARTS');
  const action = switchOf(page, 'Administrador: Confirmación de entrega vencida');
  const was = await action.isChecked();
  await action.setChecked(!was);
  await page.route(saving, (route) => route.abort());
  await page.getByRole('button', { name: say('mail.save') }).click();
  await expect(page.getByRole('alert')).toContainText('La configuración de correo no se guardó');
  await expect(action).toBeChecked({ checked: !was });
  await page.getByRole('link', { name: 'Reparaciones activas' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('saving.leave.stay') })
    .click();
  await page.getByRole('button', { name: say('mail.discard') }).click();
  await expect(action).toBeChecked({ checked: was });
});
