import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import type { User } from './portal';
import { repair as repairKind, Worker } from './processPage';
import { Api } from './repairApi';
import { arrange, data, decide, photos, ship, spectrum, submitRepairRequest } from './repairSending';
import {
  approve,
  confirm,
  diagnose,
  expectCosts,
  readHistory,
  receiveUnits,
  repair,
  returnUnits,
} from './repairService';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

for (const [language, inputMethod] of [
  ['en', 'keyboard'],
  ['es', 'mouse'],
] as const) {
  test(`a repair goes from its first field to Completed, by five users (${language}, by ${inputMethod})`, async ({
    browser,
  }) => {
    test.skip(![...photos, spectrum].every(existsSync), `the sample files are not at ${data}`);
    const messages = getMessages(language);
    const logIn = (user: User) => Worker.logIn(browser, user, messages, repairKind, inputMethod);
    const client = await logIn('client');
    const [supervisor, service, admin, manager] = await Promise.all(
      (['supervisor', 'service', 'admin', 'manager'] as const).map(logIn),
    );
    if (!supervisor || !service || !admin || !manager) throw new Error('a login is missing');

    const { id, names } = await submitRepairRequest(client);
    const [first, second, third] = names as [string, string, string];
    await test.step('the supervisor decides on the units', () => decide(supervisor, id, first, third));
    await test.step('the client fills in the shipping details', () => ship(client, id, third));
    await test.step('the service arranges the courier', () => arrange(service, id));
    await test.step('the client confirms the pick-up', async () => {
      await client.open(id);
      await client.continueTo('IN_PICK_UP_ARRANGED', 'IN_TRANSIT', '2026');
    });
    await test.step('the service confirms the arrival and the start of the diagnostics', () =>
      receiveUnits(service, id));
    const added = await test.step('the service diagnoses the units', () => diagnose(service, id, first, second));
    await test.step('the client sees the total cost without single prices', () => expectCosts(client, id));
    await test.step('the supervisor approves the repairs', () => approve(supervisor, id));
    await test.step('the service repairs the units', () => repair(service, id, first, added));
    await test.step('the service sends the units back', () => returnUnits(service, id));
    await test.step('the client confirms the delivery', () => confirm(client, id));
    await test.step('the administrator and the manager read the history', async () => {
      const moves = client.transitions + supervisor.transitions + service.transitions;
      await readHistory(admin, id, 1 + moves);
      await readHistory(manager, id, 1 + moves);
      await manager.press(manager.tab('SHIPPING_DETAILS'));
      await expect(manager.page.locator('#main-content').getByRole('textbox')).toHaveCount(0);
    });
    await Promise.all([client, supervisor, service, admin, manager].map(({ context }) => context.close()));
  });
}

test('what gets the focus never hides under the bar, on a phone', async ({ browser }) => {
  const client = await Worker.logIn(browser, 'client', getMessages('en'));
  const { page } = client;
  const api = new Api(page);
  const id = await api.create(1);
  await api.approveAll(id);
  await api.continueRepair(id, 'supervisor');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/#/en/process-repair/${id}`);
  await page.getByLabel('Company').focus();
  const weight = page.getByLabel('Weight');
  const obscured: string[] = [];
  for (let field = 0; field < 40 && !(await weight.evaluate((input) => input === document.activeElement)); field += 1) {
    await page.keyboard.press('Tab');
    const under = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      const name = document.activeElement?.outerHTML.slice(0, 120) ?? '';
      const covered = box && document.elementFromPoint(box.left + box.width / 2, box.bottom - 2);
      return covered && !document.activeElement?.contains(covered) && !covered.contains(document.activeElement)
        ? name
        : null;
    });
    if (under) obscured.push(under);
  }
  await expect(weight).toBeFocused();
  expect(obscured).toEqual([]);
  await client.context.close();
});
