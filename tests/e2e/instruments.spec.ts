import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages, type Messages } from './messages';
import { Worker } from './processPage';
import { Api } from './repairApi';

interface Part {
  id: number;
  partName: string;
}

/** Add one unit of a handheld part, given by its name, to the new repair. */
async function addUnit(page: Page, { t }: Messages, name: string): Promise<void> {
  const category = page.getByRole('combobox', { name: t('catalogue.category') });
  await category.click();
  await page.getByRole('option', { name: /^(Handheld|Portátil)$/ }).click();
  const part = page.getByRole('combobox', { name: t('catalogue.part') });
  await expect(part).toBeEnabled();
  await part.fill(name);
  await page.getByRole('option', { name }).first().click();
  await page.getByRole('button', { name: t('catalogue.add'), exact: true }).click();
}

for (const [language, width] of [
  ['en', 1280],
  ['es', 360],
] as const) {
  test(`an instrument sent in again is recognized at intake and approval, with its history (${language}, ${width} pixels)`, async ({
    browser,
  }, { retry }) => {
    const messages = getMessages(language);
    const { t } = messages;
    const [client, supervisor] = await Promise.all([
      Worker.logIn(browser, 'client', messages),
      Worker.logIn(browser, 'supervisor', messages),
    ]);
    for (const { page } of [client, supervisor]) await page.setViewportSize({ width, height: 900 });
    const api = new Api(client.page);
    const [part] = await api.call<Part[]>(
      'client',
      'GET',
      'parts/fetch/by/category?category=HANDHELD&serviceCategories=REPAIR',
    );
    if (!part) throw new Error('no repairable part');
    const serial = `Known-${language}-${retry}`;
    const typed = serial.toLowerCase().replaceAll('-', ' ');
    const send = (serialNumber: string) =>
      api.call<{ id: number; number: string }>('client', 'POST', 'repairing/create', [
        { partId: part.id, serialNumber },
      ]);
    const before = await send(serial);

    await client.load('new-repair');
    await addUnit(client.page, messages, part.partName);
    await client.page.getByRole('textbox', { name: t('newRepair.serialNumber') }).fill(typed);
    const known = client.page.getByRole('list', { name: t('instruments.hint.label', { serial: typed }) });
    await expect(known).toContainText(t('instruments.hint.open', { number: before.number }));
    await expect(known).toContainText(t('instruments.hint.times', { smart_count: 1 }));
    await expectNoViolations(client.page);

    const again = await send(typed);
    await supervisor.load(`process-repair/${again.id}`);
    await expect(supervisor.page.getByRole('button', { name: t('timeline.with.youToday') })).toBeVisible();
    // On narrow screens the details of a unit are in a dialog.
    if (width < 600) await supervisor.page.getByRole('listitem').getByRole('button', { name: typed }).first().click();
    const hint = supervisor.page.getByRole('list', { name: t('instruments.hint.label', { serial: typed }) });
    await expect(hint).toContainText(t('instruments.hint.open', { number: before.number }));
    await hint.getByRole('link', { name: t('instruments.hint.storyOf', { serial: typed }) }).click();
    await expect(supervisor.page.getByRole('heading', { level: 1 })).toContainText(part.partName);
    for (const { number } of [before, again]) {
      await expect(supervisor.page.getByRole('link', { name: number, exact: true }).first()).toBeVisible();
    }
    await expectNoViolations(supervisor.page);

    // A client has no history tab and sees the events without the names of users.
    await client.load(`process-repair/${again.id}`);
    const party = messages.server('holders.SUPERVISOR');
    await client.page.getByRole('button', { name: t('timeline.with.partyToday', { party }) }).click();
    const details = client.page.getByRole('dialog', { name: t('timeline.label') });
    await expect(details.getByText(t('timeline.events', { smart_count: 1 }))).toBeVisible();
    await expect(details.getByRole('list').last().getByRole('listitem')).toHaveCount(1);
    await expect(details).not.toContainText('Beridze');
    await Promise.all([client, supervisor].map(({ context }) => context.close()));
  });
}

test('a phone shows the whole amount of the cost tile (es)', async ({ browser }) => {
  const messages = getMessages('es');
  const { page } = await Worker.logIn(browser, 'client', messages);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/es/instrument/1');
  const amount = page
    .locator('dl dd')
    .getByText(/^USD\s[\d,]+\.\d\d$/)
    .first();
  await expect(amount).toBeVisible();
  const overflow = await amount.evaluate((figure) => {
    const tile = figure.closest('.MuiCard-root') as Element;
    return figure.getBoundingClientRect().right - tile.getBoundingClientRect().right;
  });
  expect(overflow).toBeLessThan(0);
});
