import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { sessionOf } from './portal';
import { Worker } from './processPage';
import { Api } from './repairApi';
import { type Language, type Words, wordsIn } from './words';

const data = process.env.PORTAL_SAMPLES ?? join(import.meta.dirname, '../../../shared/data');
const photos = ['inv_pcb.jpeg', 'inv_torx.jpg', 'awkward_exif_orientation6.jpg'].map((name) =>
  join(data, 'images', name),
);
const spectrum = join(data, 'n42', '2006_ortec_osasp_portal_ba133.n42');

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

for (const language of ['en', 'es'] as const) {
  test(`a repair goes from the first click to Completed, by five users (${language})`, async ({ browser }) => {
    test.skip(![...photos, spectrum].every(existsSync), `the sample files are not at ${data}`);
    const words = wordsIn(language);
    const client = await Worker.come(browser, 'client', words);
    const [supervisor, service, admin, manager] = await Promise.all(
      (['supervisor', 'service', 'admin', 'manager'] as const).map((user) => Worker.come(browser, user, words)),
    );
    if (!supervisor || !service || !admin || !manager) throw new Error('somebody did not come');

    const { id, names } = await compose(client);
    const [first, second, third] = names as [string, string, string];
    await test.step('the supervisor decides on the units', () => decide(supervisor, id, first, third));
    await test.step('the client fills in the shipping details', () => ship(client, id, third));
    await test.step('the service arranges the courier', () => arrange(service, id));
    await test.step('the client hands the package over', async () => {
      await client.open(id);
      await client.moveOn('IN_PICK_UP_ARRANGED', 'IN_TRANSIT', '2026');
    });
    await test.step('the service receives it and begins', () => receive(service, id));
    const added = await test.step('the service diagnoses the units', () => diagnose(service, id, first, second));
    await test.step('the client sees what it costs, and nothing else', () => lookAtCosts(client, id));
    await test.step('the supervisor approves the repairs', () => approve(supervisor, id));
    await test.step('the service repairs', () => repair(service, id, first, added));
    await test.step('the service sends the units back', () => sendBack(service, id));
    await test.step('the client confirms the delivery', () => confirm(client, id));
    await test.step('the administrator and the manager read how it went', async () => {
      await readHistory(admin, id, 13);
      await readHistory(manager, id, 13);
      await manager.tab('SHIPPING_DETAILS').click();
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

/** The client composes three units with photos and a spectrum, and sends the request. */
async function compose(client: Worker): Promise<{ id: number; names: string[] }> {
  const { page, say, words } = client;
  await page.goto(`/#/${words.language}/new-repair`);
  const models = [await addUnits(client, 'HANDHELD', 1, 2), await addUnits(client, 'RPM', 0, 1)];
  const serials = [`E2E-${Date.now()}`, 'N/A', 'VM-77'];
  const cells = page.getByRole('textbox', { name: new RegExp(`^${say('newRepair.serialNumber')}`) });
  for (const [index, serial] of serials.entries()) await cells.nth(index).fill(serial);
  const problems = page.getByRole('textbox', { name: new RegExp(`^${say('newRepair.problem')}`) });
  await problems.first().fill('Count rate drifts after ten minutes');
  const [handheld = '', monitor = ''] = models;
  await attach(client, 1, handheld, [...photos, spectrum]);
  await attach(client, 1, monitor, photos.slice(0, 1));
  await client.button(say('creation.submit')).click();
  const created = page.waitForResponse((answer) => answer.url().endsWith('/repairing/create'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('creation.submit') })
    .click();
  const { id } = (await (await created).json()) as { id: number };
  await expect(page).toHaveURL(/active-repairs/);
  const models3 = [handheld, handheld, monitor];
  return { id, names: serials.map((serial, index) => say('repair.unit.name', { part: models3[index] ?? '', serial })) };
}

async function addUnits({ page, say, button, words }: Worker, category: string, part: number, quantity: number) {
  await page.getByRole('combobox', { name: say('catalogue.category') }).click();
  await page.getByRole('option', { name: categoryName(words, category) }).click();
  await page.getByRole('combobox', { name: say('catalogue.part') }).click();
  const option = page.getByRole('option').nth(part);
  const model = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await option.click();
  await page.getByLabel(say('catalogue.quantity')).fill(String(quantity));
  await button(say('catalogue.add')).click();
  return model;
}

/** Categories are data of the demo world: their names are not in the catalogues of words. */
/** What the diagnosis of the first unit costs, as each language writes it. */
const total = ({ language }: Words): RegExp => (language === 'en' ? /^\$335\.50$/ : /^335,50\sUS\$$/);

const categoryName = ({ language }: Words, key: string): string =>
  ({ HANDHELD: { en: 'Handheld', es: 'Portátil' }, RPM: { en: 'Portal monitor', es: 'Monitor de portal' } })[key]?.[
    language as Language
  ] ?? key;

async function attach({ page, say, button }: Worker, number: number, part: string, files: string[]): Promise<void> {
  const of = say('newRepair.unitOf', { number, part });
  await button(say('files.attachmentsOf', { of, smart_count: 0 })).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(files);
  await expect(dialog.getByRole('button', { name: new RegExp(`^${say('files.remove')} `) })).toHaveCount(files.length, {
    timeout: 30_000,
  });
  await dialog.getByRole('button', { name: say('files.done') }).click();
  await expect(button(say('files.attachmentsOf', { of, smart_count: files.length }))).toBeVisible();
}

/** Two units approved, one rejected with a comment; only then may the decision be submitted. */
async function decide(supervisor: Worker, id: number, first: string, rejected: string): Promise<void> {
  const { page, say } = supervisor;
  await supervisor.open(id);
  await expect(supervisor.next('NEW')).toBeDisabled();
  await supervisor.button(say('process.approval.approveAll')).click();
  await supervisor.told(say('process.approval.approvedSome', { smart_count: 3 }));
  await page
    .getByRole('group', { name: say('process.approval.of', { name: rejected }) })
    .getByRole('button', { name: say('process.approval.reject') })
    .click();
  await supervisor
    .button(say('process.comment.add', { name: say('process.comment.ofUnit', { name: rejected }) }))
    .click();
  await page.getByLabel(say('process.comment.label'), { exact: true }).fill('Not covered: send it to the maker');
  await supervisor.button(say('process.comment.save')).click();
  await supervisor.told(say('process.comment.saved'));
  await supervisor.button(say('files.attachmentsOf', { of: first, smart_count: 4 })).click();
  await expect(page.getByRole('dialog').getByText('2006_ortec_osasp_portal_ba133.n42')).toBeVisible();
  await page.keyboard.press('Escape');
  await supervisor.moveOn('NEW', 'IN_SHIPPING_DETAILS');
  await supervisor.told(say('repair.moved.IN_SHIPPING_DETAILS'));
}

/** The rejected unit is named; the offered contact is kept, two packages are added. */
async function ship(client: Worker, id: number, rejected: string): Promise<void> {
  const { page, say } = client;
  await client.open(id);
  await expect(page.getByRole('note')).toContainText(rejected);
  await expect(page.getByRole('note')).toContainText('Not covered: send it to the maker');
  const save = client.button(say('process.save'));
  await expect(save).toBeDisabled();
  await fillPackage(client, 1, ['40', '30', '20'], '14.5');
  await client.button(say('shipping.addPackage')).click();
  await fillPackage(client, 2, ['4.5', '20', '20'], '2,1');
  await expect(page.getByText(say('saving.rule.side'))).toBeVisible();
  await expect(save).toBeDisabled();
  await fillPackage(client, 2, ['30', '20', '20'], '2,1');
  await client.save();
  await client.told(say('repair.saved.shipping'));
  await client.moveOn('IN_SHIPPING_DETAILS', 'IN_WAITING_FOR_PICK_UP');
}

async function fillPackage({ page, say }: Worker, number: number, sides: string[], weight: string): Promise<void> {
  const group = page.getByRole('group', { name: say('shipping.package', { number }) });
  for (const [index, side] of (['depth', 'width', 'height'] as const).entries()) {
    await group.getByLabel(say(`shipping.field.${side}`)).fill(sides[index] ?? '');
  }
  await group.getByLabel(say('shipping.field.weight')).fill(weight);
  await page.keyboard.press('Tab');
}

/** The dates the wrong way round are refused on the field; the tracking number follows later. */
async function arrange(service: Worker, id: number): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  await page.getByLabel(say('shipping.field.courierName')).fill('DHL Express');
  await service.day(say('shipping.field.pickUpDate'), '12152026');
  await service.day(say('shipping.field.estimateDeliveryDate'), '12142026');
  await service.save();
  await expect(page.getByText(say('shipping.datesTurned'))).toBeVisible();
  await service.day(say('shipping.field.estimateDeliveryDate'), '12182026');
  await service.save();
  await service.told(say('repair.saved.pickUp'));
  await service.moveOn('IN_WAITING_FOR_PICK_UP', 'SETTING_TRACKING_NUMBER');
  await expect(service.next('SETTING_TRACKING_NUMBER')).toBeDisabled();
  await page.getByLabel(say('shipping.field.trackingNumber')).fill('JD 0146 0000 0000');
  // One press saves what is typed and moves on.
  await service.moveOn('SETTING_TRACKING_NUMBER', 'IN_PICK_UP_ARRANGED');
}

async function receive(service: Worker, id: number): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  await service.day(say('repair.transit.arrives'), '12182026');
  await page.getByLabel(say('shipping.field.note')).fill('Gate 3');
  await service.save();
  await service.told(say('repair.saved.transit'));
  await service.moveOn('IN_TRANSIT', 'IN_WAITING_DIAGNOSTICS', '2026');
  await service.day(say('repair.start.date'), '12202026');
  await service.save();
  await service.told(say('repair.saved.start'));
  await service.moveOn('IN_WAITING_DIAGNOSTICS', 'IN_DIAGNOSTICS');
}

/** One unit for repair with prices, one that works, one found in the parcel. Answers the name of the added one. */
async function diagnose(service: Worker, id: number, first: string, second: string): Promise<string> {
  const { page, say } = service;
  await service.open(id);
  await service.cell('repair.column.result', first).selectOption('FOR_REPAIR');
  await service.cell('repair.column.diagnosticComment', first).fill('Detector board failed');
  for (const [price, typed] of [
    ['diagnosticPrice', '60'],
    ['repairPrice', '1.234'],
    ['partsPrice', '85,5'],
  ] as const) {
    await service.cell(`repair.diagnostics.field.${price}`, first).fill(typed);
  }
  await service.save();
  await expect(page.getByText(say('repair.diagnostics.rule.decimal'))).toBeVisible();
  await service.cell('repair.diagnostics.field.repairPrice', first).fill('190');
  await expect(page.locator('output').first()).toHaveText(total(service.words));
  await service.cell('repair.column.result', second).selectOption('IT_IS_WORKING');
  await service.save();
  await service.told(say('repair.saved.diagnostics', { smart_count: 2 }));

  await service.button(service.words.server('actions.add_part')).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: say('repair.addPart.add'), exact: true });
  await expect(add).toBeDisabled();
  await dialog.getByRole('combobox', { name: say('catalogue.category') }).click();
  await page.getByRole('option', { name: categoryName(service.words, 'HANDHELD') }).click();
  await dialog.getByRole('combobox', { name: say('catalogue.part') }).click();
  const option = page.getByRole('option').first();
  const part = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await option.click();
  await dialog.getByLabel(say('repair.column.serialNumber')).fill('FOUND-1');
  await add.click();
  await service.told(say('repair.saved.partAdded'));
  const added = say('repair.unit.name', { part, serial: 'FOUND-1' });
  await service.cell('repair.column.result', added).selectOption('NON_REPAIRABLE');
  await service.save();
  await expect(service.next('IN_DIAGNOSTICS')).toBeEnabled();
  await service.moveOn('IN_DIAGNOSTICS', 'IN_REPAIR_APPROVAL');
  return added;
}

/** The client reads the total; no price is in the answer, and there is no History. */
async function lookAtCosts(client: Worker, id: number): Promise<void> {
  const answer = client.page.waitForResponse((one) => one.url().includes('/fetch/repair?'));
  await client.open(id, 'DIAGNOSTICS');
  expect(await (await answer).text()).not.toContain('Price');
  await expect(client.page.getByText(total(client.words))).toBeVisible();
  await expect(client.tab('HISTORY')).toHaveCount(0);
}

async function approve(supervisor: Worker, id: number): Promise<void> {
  const { page, say } = supervisor;
  await supervisor.open(id);
  await expect(page.getByText(say('repair.approval.notNeeded'))).toBeVisible();
  await supervisor.button(say('process.approval.approveAll')).click();
  await supervisor.told(say('process.approval.approvedSome', { smart_count: 2 }));
  await supervisor.moveOn('IN_REPAIR_APPROVAL', 'IN_SERVICE');
}

/** One unit by its own Save, the rest at once. */
async function repair(service: Worker, id: number, first: string, added: string): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  const saveFirst = service.button(say('repair.service.saveRow', { name: first }));
  await expect(saveFirst).toBeDisabled();
  await service.cell('repair.column.repairStatus', first).selectOption('REPAIRED');
  await service.cell('repair.column.repairComment', first).fill('Board exchanged, recalibrated');
  await saveFirst.click();
  await service.told(say('repair.saved.repairs', { smart_count: 1 }));
  await expect(service.next('IN_SERVICE')).toBeDisabled();
  await service.button(say('repair.service.all.NON_REPAIRABLE')).click();
  await expect(service.cell('repair.column.repairStatus', added)).toHaveValue('NON_REPAIRABLE');
  await expect(page.getByText(say('saving.state.saved'))).toBeVisible();
  await service.cell('repair.column.repairStatus', first).selectOption('REPLACED');
  await service.save(say('repair.service.saveAll'));
  await service.moveOn('IN_SERVICE', 'IN_TRANSIT_BACK');
}

async function sendBack(service: Worker, id: number): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  await page.getByLabel(say('shipping.field.courierName')).fill('DHL Express');
  await page.getByLabel(say('shipping.field.trackingNumber')).fill('JD 0146 9999');
  await service.day(say('shipping.field.pickUpDate'), '01102027');
  await service.day(say('shipping.field.estimateDeliveryDate'), '01152027');
  await service.save();
  await service.told(say('repair.saved.transitBack'));
  await service.moveOn('IN_TRANSIT_BACK', 'IN_WAITING_COMPLETED');
}

async function confirm(client: Worker, id: number): Promise<void> {
  const { page, say } = client;
  await client.open(id);
  await expect(
    page.getByText(say('process.delivery.expected', { day: '01/15/2027', last: '01/17/2027' })),
  ).toBeVisible();
  await client.moveOn('IN_WAITING_COMPLETED', 'COMPLETED', '2027');
  await client.told(say('repair.moved.COMPLETED'));
}

async function readHistory(reader: Worker, id: number, moves: number): Promise<void> {
  await reader.open(id);
  await expect(reader.tab('HISTORY')).toHaveAttribute('aria-selected', 'true');
  await expect(reader.page.getByRole('row')).toHaveCount(11);
  const session = await sessionOf(reader.page, reader.user);
  const answer = await reader.page.request.get(`/api/v1/repairing/fetch-history-by-criteria?repairId=${id}`, {
    headers: { Authorization: session.token },
  });
  expect(((await answer.json()) as { totalElements: number }).totalElements).toBe(moves);
}
