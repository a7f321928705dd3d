import { expect, type Page, test } from '@playwright/test';
import { getMessages, type Language } from './messages';
import { getSession, go, signIn } from './portal';

const saving = /\/api\/rest\/mail-notification\/\d+$/;
const getSaveButtons = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /^(Save|Guardar)$/ });

async function open(page: Page, language: Language, category = '') {
  await signIn(page, 'admin');
  await go(page, `/${language}/mail-notification${category && `?category=${category}`}`);
  await expect(page.getByRole('tabpanel').getByRole('checkbox').first()).toBeVisible();
}

const getSwitch = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

test('changed switches are kept per tab, saved, and restored by a reload', async ({ page }) => {
  const { t } = getMessages('en');
  await open(page, 'en');
  const save = getSaveButtons(page);
  await expect(page.getByRole('tab')).toHaveText(['Repair', 'Part request', 'Remote support']);
  await expect(save).toBeDisabled();
  const manager = getSwitch(page, 'Sustainability manager: In transit');
  const was = await manager.isChecked();
  await manager.setChecked(!was);
  await page.getByRole('tab', { name: 'Remote support' }).click();
  await expect(save).toBeDisabled();
  await expect(getSwitch(page, 'Service: Remote support request assigned to another service')).toBeVisible();
  const edited = t('mailSettings.edited', { name: 'Repair' });
  await page.getByRole('tab', { name: edited }).click();
  await expect(page.getByRole('tabpanel', { name: edited })).toBeVisible();

  const readSettings = async () => {
    const { token } = await getSession(page, 'admin');
    const response = await page.request.get('/api/v1/mail/fetch', { headers: { Authorization: token } });
    const rows: { id: string }[] = (await response.json()).flatMap(({ settings }: { settings: object[] }) => settings);
    return new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
  };
  const before = await readSettings();
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && saving.test(request.url()));
  await save.click();
  const body = (await sent).postDataJSON() as { version: string; settings: Record<string, string[]> };
  expect(body.version).toBeTruthy();
  await expect(page.getByRole('status').filter({ hasText: t('mail.saved', { name: 'Repair' }) })).toBeVisible();
  await expect(save).toBeDisabled();
  const after = await readSettings();
  expect([...after.keys()].filter((id) => after.get(id) !== before.get(id))).toEqual(['REPAIR:IN_TRANSIT']);
  await page.reload();
  await expect(manager).toBeChecked({ checked: !was });
  await manager.setChecked(was);
  await save.click();
  await expect(save).toBeDisabled();
});

test('a failed save keeps the changed switches, and leaving asks for confirmation (es)', async ({ page }) => {
  const { t } = getMessages('es');
  await open(page, 'es', 'PARTS');
  const action = getSwitch(page, 'Administrador: Entrega no confirmada a tiempo');
  const was = await action.isChecked();
  await action.setChecked(!was);
  await page.route(saving, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await getSaveButtons(page).click();
  await expect(page.getByRole('alert')).toContainText(t('saving.problem.kept'));
  await expect(action).toBeChecked({ checked: !was });
  await page.getByRole('link', { name: 'Reparaciones activas' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('saving.leave.stay') })
    .click();
  await page.getByRole('button', { name: t('mailSettings.discard') }).click();
  await expect(action).toBeChecked({ checked: was });
});
