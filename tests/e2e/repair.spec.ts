import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { User } from './portal';
import { repair as repairKind, Worker } from './processPage';
import { Api } from './repairApi';
import { arrange, compose, data, decide, photos, ship, spectrum } from './repairSending';
import { approve, confirm, diagnose, lookAtCosts, readHistory, receive, repair, sendBack } from './repairService';
import { wordsIn } from './words';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

for (const [language, means] of [
  ['en', 'keyboard'],
  ['es', 'mouse'],
] as const) {
  test(`a repair goes from its first field to Completed, by five users (${language}, by ${means})`, async ({
    browser,
  }) => {
    test.skip(![...photos, spectrum].every(existsSync), `the sample files are not at ${data}`);
    const words = wordsIn(language);
    const come = (user: User) => Worker.come(browser, user, words, repairKind, means);
    const client = await come('client');
    const [supervisor, service, admin, manager] = await Promise.all(
      (['supervisor', 'service', 'admin', 'manager'] as const).map(come),
    );
    if (!supervisor || !service || !admin || !manager) throw new Error('somebody did not come');

    const { id, names } = await compose(client);
    const [first, second, third] = names as [string, string, string];
    await test.step('the supervisor decides on the units', () => decide(supervisor, id, first, third));
    await test.step('the client fills in the shipping details', () => ship(client, id, third));
    await test.step('the service arranges the courier', () => arrange(service, id));
    await test.step('the client confirms the pick-up', async () => {
      await client.open(id);
      await client.moveOn('IN_PICK_UP_ARRANGED', 'IN_TRANSIT', '2026');
    });
    await test.step('the service confirms the arrival and the start of the diagnostics', () => receive(service, id));
    const added = await test.step('the service diagnoses the units', () => diagnose(service, id, first, second));
    await test.step('the client sees the total cost without single prices', () => lookAtCosts(client, id));
    await test.step('the supervisor approves the repairs', () => approve(supervisor, id));
    await test.step('the service repairs the units', () => repair(service, id, first, added));
    await test.step('the service sends the units back', () => sendBack(service, id));
    await test.step('the client confirms the delivery', () => confirm(client, id));
    await test.step('the administrator and the manager read the history', async () => {
      await readHistory(admin, id, 13);
      await readHistory(manager, id, 13);
      await manager.press(manager.tab('SHIPPING_DETAILS'));
      await expect(manager.page.locator('#main-content').getByRole('textbox')).toHaveCount(0);
    });
    await Promise.all([client, supervisor, service, admin, manager].map(({ context }) => context.close()));
  });
}

test('what gets the focus never hides under the bar, on a phone', async ({ browser }) => {
  const client = await Worker.come(browser, 'client', wordsIn('en'));
  const { page } = client;
  const api = new Api(page);
  const id = await api.create(1);
  await api.approveAll(id);
  await api.moveOn(id, 'supervisor');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/#/en/process-repair/${id}`);
  await page.getByLabel('Company').focus();
  const weight = page.getByLabel('Weight');
  const hidden: string[] = [];
  for (let field = 0; field < 40 && !(await weight.evaluate((one) => one === document.activeElement)); field += 1) {
    await page.keyboard.press('Tab');
    const under = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      const name = document.activeElement?.outerHTML.slice(0, 120) ?? '';
      const covered = box && document.elementFromPoint(box.left + box.width / 2, box.bottom - 2);
      return covered && !document.activeElement?.contains(covered) && !covered.contains(document.activeElement)
        ? name
        : null;
    });
    if (under) hidden.push(under);
  }
  await expect(weight).toBeFocused();
  expect(hidden).toEqual([]);
  await client.context.close();
});
