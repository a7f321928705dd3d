import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages, type Messages } from './messages';
import { go } from './portal';
import { Worker } from './processPage';
import { Api } from './repairApi';

const phone = { width: 360, height: 900 };
const desktop = { width: 1280, height: 900 };

/** Add one unit of a handheld part, given by its name, to the new repair. */
async function addUnit(page: Page, { t }: Messages, name: string): Promise<void> {
  const category = page.getByRole('combobox', { name: t('catalogue.category') });
  await category.click();
  await page.getByRole('option', { name: 'Portátil', exact: true }).click();
  const part = page.getByRole('combobox', { name: t('catalogue.part') });
  await expect(part).toBeEnabled();
  await part.fill(name);
  await page.getByRole('option', { name }).first().click();
  await page.getByRole('button', { name: t('catalogue.add'), exact: true }).click();
}

test('an instrument sent in again is recognized at intake and approval, with its history, on a phone and a desktop (es)', async ({
  browser,
}, { retry }) => {
  const messages = getMessages('es');
  const { t } = messages;
  const client = await Worker.logIn(browser, 'client', messages);
  const supervisor = await Worker.logIn(browser, 'supervisor', messages);
  const api = new Api(client.page);
  const handhelds = 'parts/fetch/by/category?category=HANDHELD&serviceCategories=REPAIR';
  const [part] = await api.call<{ id: number; partName: string }[]>('client', 'GET', handhelds);
  if (!part) throw new Error('no repairable part');
  const serial = `Known-${retry}`;
  const typed = serial.toLowerCase().replaceAll('-', ' ');
  const send = (serialNumber: string) =>
    api.call<{ id: number; number: string }>('client', 'POST', 'repairing/create', [{ partId: part.id, serialNumber }]);
  const before = await send(serial);

  await client.page.setViewportSize(phone);
  await client.load('new-repair');
  await addUnit(client.page, messages, part.partName);
  await client.page.getByRole('textbox', { name: t('newRepair.serialNumber') }).fill(typed);
  const known = client.page.getByRole('list', { name: t('instruments.hint.label', { serial: typed }) });
  for (const size of [phone, desktop]) {
    await client.page.setViewportSize(size);
    await expect(known).toContainText(t('instruments.hint.open', { number: before.number }));
    await expect(known).toContainText(t('instruments.hint.times', { smart_count: 1 }));
    await expectNoViolations(client.page);
  }

  const again = await send(typed);
  await supervisor.page.setViewportSize(desktop);
  await supervisor.load(`process-repair/${again.id}`);
  const turn = supervisor.page.getByRole('button', { name: t('timeline.with.youToday') });
  await expect(turn).toBeVisible();
  const hint = supervisor.page.getByRole('list', { name: t('instruments.hint.label', { serial: typed }) });
  await expect(hint).toContainText(t('instruments.hint.open', { number: before.number }));
  const story = hint.getByRole('link', { name: t('instruments.hint.storyOf', { serial: typed }) });
  await story.click({ trial: true });
  await supervisor.page.setViewportSize(phone);
  await expect(turn).toBeVisible();
  // On narrow screens the details of a unit are in a dialog.
  await expect(hint).toHaveCount(0);
  await supervisor.page.getByRole('listitem').getByRole('button', { name: typed }).first().click();
  await expect(hint).toContainText(t('instruments.hint.open', { number: before.number }));
  await story.click();
  await expect(supervisor.page.getByRole('heading', { level: 1 })).toContainText(part.partName);
  for (const size of [phone, desktop]) {
    await supervisor.page.setViewportSize(size);
    for (const { number } of [before, again]) {
      await expect(supervisor.page.getByRole('link', { name: number, exact: true }).first()).toBeVisible();
    }
    await expectNoViolations(supervisor.page);
  }

  // A client has no history tab and sees the events without the names of users.
  await client.load(`process-repair/${again.id}`);
  const party = messages.server('holders.SUPERVISOR');
  const details = client.page.getByRole('dialog', { name: t('timeline.label') });
  for (const size of [desktop, phone]) {
    await client.page.setViewportSize(size);
    await client.page.getByRole('button', { name: t('timeline.with.partyToday', { party }) }).click();
    await expect(details.getByText(t('timeline.events', { smart_count: 1 }))).toBeVisible();
    await expect(details.getByRole('list').last().getByRole('listitem')).toHaveCount(1);
    await expect(details).not.toContainText('Beridze');
    await client.page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  }

  // A phone shows the whole amount of the cost tile.
  await client.page.setViewportSize({ width: 390, height: 844 });
  await go(client.page, '/es/instrument/1');
  const amounts = client.page.locator('dl dd').getByText(/^USD\s[\d,]+\.\d\d$/);
  await expect(amounts.first()).toBeVisible();
  const overflow = await amounts.first().evaluate((figure) => {
    const tile = figure.closest('.MuiCard-root') as Element;
    return figure.getBoundingClientRect().right - tile.getBoundingClientRect().right;
  });
  expect(overflow).toBeLessThan(0);
  await Promise.all([client, supervisor].map(({ context }) => context.close()));
});
