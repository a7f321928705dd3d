import { expect } from '@playwright/test';
import { sessionOf } from './portal';
import type { Worker } from './processPage';
import { categoryName } from './repairSending';
import type { Words } from './words';

/** Return the pattern of the first unit's total in the format of a language. */
const total = ({ language }: Words): RegExp => (language === 'en' ? /^\$1,335\.50$/ : /^1\.335,50\sUS\$$/);

export async function receive(service: Worker, id: number): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  await service.day(say('repair.transit.arrives'), '12182026');
  await service.write(page.getByLabel(say('shipping.field.note')), 'Gate 3');
  await service.save();
  await service.told(say('repair.saved.transit'));
  await service.moveOn('IN_TRANSIT', 'IN_WAITING_DIAGNOSTICS', '2026');
  await service.day(say('repair.start.date'), '12202026');
  await service.save();
  await service.told(say('repair.saved.start'));
  await service.moveOn('IN_WAITING_DIAGNOSTICS', 'IN_DIAGNOSTICS');
}

/** Diagnose two units, add a unit found in the package, and return its name. */
export async function diagnose(service: Worker, id: number, first: string, second: string): Promise<string> {
  const { page, say } = service;
  await service.open(id);
  await service.hands.choose(service.cell('repair.column.result', first), 'FOR_REPAIR');
  await service.press(service.button(first));
  await service.write(service.cell('repair.column.diagnosticComment', first), 'Detector board failed');
  for (const [price, typed] of [
    ['diagnosticPrice', '60'],
    ['repairPrice', '1.234'],
    ['partsPrice', '85,5'],
  ] as const) {
    await service.write(service.cell(`repair.diagnostics.field.${price}`, first), typed);
  }
  await service.save();
  await expect(page.getByText(say('repair.diagnostics.rule.decimal')).first()).toBeVisible();
  await service.press(service.button(first));
  const wrong = service.cell('repair.diagnostics.field.repairPrice', first);
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toHaveAccessibleDescription(new RegExp(say('repair.diagnostics.rule.decimal')));
  await service.write(service.cell('repair.diagnostics.field.repairPrice', first), '1190');
  const sum = page.locator('output').first();
  await expect(sum).toHaveText(total(service.words));
  expect(await sum.evaluate((one) => one.getClientRects().length), 'lines of the sum').toBe(1);
  await service.hands.choose(service.cell('repair.column.result', second), 'IT_IS_WORKING');
  await service.save();
  await service.told(say('repair.saved.diagnostics', { smart_count: 2 }));

  await service.press(service.button(service.words.server('actions.add_part')));
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: say('repair.addPart.add'), exact: true });
  await expect(add).toBeDisabled();
  await service.press(dialog.getByRole('combobox', { name: say('catalogue.category') }));
  await service.press(page.getByRole('option', { name: categoryName(service.words, 'HANDHELD') }));
  await service.press(dialog.getByRole('combobox', { name: say('catalogue.part') }));
  const option = page.getByRole('option').first();
  const part = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await service.press(option);
  await service.write(dialog.getByLabel(say('repair.column.serialNumber')), 'FOUND-1');
  await service.press(add);
  await service.told(say('repair.saved.partAdded'));
  const added = say('repair.unit.name', { part, serial: 'FOUND-1' });
  await service.hands.choose(service.cell('repair.column.result', added), 'NON_REPAIRABLE');
  await service.save();
  await expect(service.next('IN_DIAGNOSTICS')).toBeEnabled();
  await service.moveOn('IN_DIAGNOSTICS', 'IN_REPAIR_APPROVAL');
  return added;
}

/** Expect the total without single prices in the response, and no History tab. */
export async function lookAtCosts(client: Worker, id: number): Promise<void> {
  const answer = client.page.waitForResponse((one) => one.url().includes('/fetch/repair?'));
  await client.open(id, 'DIAGNOSTICS');
  expect(await (await answer).text()).not.toContain('Price');
  await expect(client.page.getByText(total(client.words)).first()).toBeVisible();
  await expect(client.tab('HISTORY')).toHaveCount(0);
}

export async function approve(supervisor: Worker, id: number): Promise<void> {
  const { page, say } = supervisor;
  await supervisor.open(id);
  await expect(page.getByText(say('repair.approval.notNeeded'))).toBeVisible();
  await supervisor.press(supervisor.button(say('process.approval.approveAll')));
  await supervisor.told(say('process.approval.approvedSome', { smart_count: 2 }));
  await supervisor.moveOn('IN_REPAIR_APPROVAL', 'IN_SERVICE');
}

/** Save one unit by its own button and the rest together. */
export async function repair(service: Worker, id: number, first: string, added: string): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  const saveFirst = service.button(say('repair.service.saveRow', { name: first }));
  await expect(saveFirst).toBeDisabled();
  await service.hands.choose(service.cell('repair.column.repairStatus', first), 'REPAIRED');
  await service.press(service.button(first));
  await service.write(service.cell('repair.column.repairComment', first), 'Board exchanged, recalibrated');
  await service.press(saveFirst);
  await service.told(say('repair.saved.repairs', { smart_count: 1 }));
  await expect(service.next('IN_SERVICE')).toBeDisabled();
  await service.press(service.button(say('process.units.bulk')));
  await service.press(page.getByRole('menuitem', { name: say('repair.service.all.NON_REPAIRABLE') }));
  await service.press(service.button(say('repair.service.overrule')));
  await expect(service.cell('repair.column.repairStatus', added)).toHaveValue('NON_REPAIRABLE');
  await expect(page.getByText(say('saving.state.saved'))).toBeVisible();
  await service.hands.choose(service.cell('repair.column.repairStatus', first), 'REPLACED');
  await expect(service.button(say('repair.service.saveAll'))).toBeDisabled();
  await service.press(service.button(first));
  await service.write(service.cell('repair.column.replacementSerial', first), 'NEW-1');
  await service.save(say('repair.service.saveAll'));
  await service.moveOn('IN_SERVICE', 'IN_TRANSIT_BACK');
}

export async function sendBack(service: Worker, id: number): Promise<void> {
  const { page, say } = service;
  await service.open(id);
  await service.write(page.getByLabel(say('shipping.field.courierName')), 'DHL Express');
  await service.write(page.getByLabel(say('shipping.field.trackingNumber')), 'JD 0146 9999');
  await service.day(say('shipping.field.pickUpDate'), '01102027');
  await service.day(say('shipping.field.estimateDeliveryDate'), '01152027');
  await service.save();
  await service.told(say('repair.saved.transitBack'));
  await service.moveOn('IN_TRANSIT_BACK', 'IN_WAITING_COMPLETED');
}

export async function confirm(client: Worker, id: number): Promise<void> {
  const { page, say } = client;
  await client.open(id);
  await expect(
    page.getByText(say('process.delivery.expected', { day: '01/15/2027', last: '01/17/2027' })),
  ).toBeVisible();
  await client.moveOn('IN_WAITING_COMPLETED', 'COMPLETED', '2027');
  await client.told(say('repair.moved.COMPLETED'));
}

export async function readHistory(reader: Worker, id: number, moves: number): Promise<void> {
  await reader.open(id);
  await expect(reader.tab('HISTORY')).toHaveAttribute('aria-selected', 'true');
  await expect(reader.page.getByRole('row')).toHaveCount(11);
  const session = await sessionOf(reader.page, reader.user);
  const answer = await reader.page.request.get(`/api/v1/repairing/fetch-history-by-criteria?repairId=${id}`, {
    headers: { Authorization: session.token },
  });
  expect(((await answer.json()) as { totalElements: number }).totalElements).toBe(moves);
}
