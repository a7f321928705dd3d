import { expect } from '@playwright/test';
import type { Messages } from './messages';
import { getSession } from './portal';
import type { Worker } from './processPage';
import { categoryName } from './repairSending';

/** Return the pattern of the first unit's total in the format of a language. */
const total = ({ language }: Messages): RegExp => (language === 'en' ? /^\$1,335\.50$/ : /^USD\s1,335\.50$/);

export async function receiveUnits(service: Worker, id: number): Promise<void> {
  const { page, t } = service;
  await service.open(id);
  await service.fillDate(t('repair.transit.arrives'), '12182026');
  await service.write(page.getByLabel(t('shipping.field.note')), 'Gate 3');
  await service.save();
  await service.expectStatus(t('repair.saved.transit'));
  await service.continueTo('IN_TRANSIT', 'IN_WAITING_DIAGNOSTICS', '2026');
  await service.fillDate(t('repair.start.date'), '12202026');
  await service.save();
  await service.expectStatus(t('repair.saved.start'));
  await service.continueTo('IN_WAITING_DIAGNOSTICS', 'IN_DIAGNOSTICS');
}

/** Diagnose two units, add a unit found in the package, and return its name. */
export async function diagnose(service: Worker, id: number, first: string, second: string): Promise<string> {
  const { page, t } = service;
  await service.open(id);
  await service.driver.choose(service.cell('repair.column.result', first), 'FOR_REPAIR');
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
  await expect(page.getByText(t('repair.diagnostics.rule.decimal')).first()).toBeVisible();
  await service.press(service.button(first));
  const wrong = service.cell('repair.diagnostics.field.repairPrice', first);
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toHaveAccessibleDescription(new RegExp(t('repair.diagnostics.rule.decimal')));
  await service.write(service.cell('repair.diagnostics.field.repairPrice', first), '1190');
  const costTotal = page.locator('output').first();
  await expect(costTotal).toHaveText(total(service.messages));
  expect(await costTotal.evaluate((element) => element.getClientRects().length), 'lines of the sum').toBe(1);
  await service.driver.choose(service.cell('repair.column.result', second), 'IT_IS_WORKING');
  await service.save();
  await service.expectStatus(t('repair.saved.diagnostics', { smart_count: 2 }));

  await service.press(service.button(service.messages.server('actions.add_part')));
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: t('repair.addPart.add'), exact: true });
  await expect(add).toBeDisabled();
  await service.press(dialog.getByRole('combobox', { name: t('catalogue.category') }));
  await service.press(page.getByRole('option', { name: categoryName(service.messages, 'HANDHELD') }));
  await service.press(dialog.getByRole('combobox', { name: t('catalogue.part') }));
  const option = page.getByRole('option').first();
  const part = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await service.press(option);
  await service.write(dialog.getByLabel(t('repair.column.serialNumber')), 'FOUND-1');
  await service.press(add);
  await service.expectStatus(t('repair.saved.partAdded'));
  const added = t('repair.unit.name', { part, serial: 'FOUND-1' });
  await service.driver.choose(service.cell('repair.column.result', added), 'NON_REPAIRABLE');
  await service.save();
  await expect(service.next('IN_DIAGNOSTICS')).toBeEnabled();
  await service.continueTo('IN_DIAGNOSTICS', 'IN_REPAIR_APPROVAL');
  return added;
}

/** Expect the total without single prices in the response, and no History tab. */
export async function expectCosts(client: Worker, id: number): Promise<void> {
  const fetched = client.page.waitForResponse((response) => response.url().includes('/fetch/repair?'));
  await client.open(id, 'DIAGNOSTICS');
  expect(await (await fetched).text()).not.toContain('Price');
  await expect(client.page.getByText(total(client.messages)).first()).toBeVisible();
  await expect(client.tab('HISTORY')).toHaveCount(0);
}

export async function approve(supervisor: Worker, id: number): Promise<void> {
  const { page, t } = supervisor;
  await supervisor.open(id);
  await expect(page.getByText(t('repair.approval.notNeeded'))).toBeVisible();
  await supervisor.press(supervisor.button(t('process.approval.approveAll')));
  await supervisor.expectStatus(t('process.approval.approvedSome', { smart_count: 2 }));
  await supervisor.continueTo('IN_REPAIR_APPROVAL', 'IN_SERVICE');
}

/** Save one unit by its own button and the rest together. */
export async function repair(service: Worker, id: number, first: string, added: string): Promise<void> {
  const { page, t } = service;
  await service.open(id);
  const saveFirst = service.button(t('repair.service.saveRow', { name: first }));
  await expect(saveFirst).toBeDisabled();
  await service.driver.choose(service.cell('repair.column.repairStatus', first), 'REPAIRED');
  await service.press(service.button(first));
  await service.write(service.cell('repair.column.repairComment', first), 'Board exchanged, recalibrated');
  await service.press(saveFirst);
  await service.expectStatus(t('repair.saved.repairs', { smart_count: 1 }));
  await expect(service.next('IN_SERVICE')).toBeDisabled();
  await service.press(service.button(t('repair.service.setAll')));
  await service.press(page.getByRole('menuitem', { name: t('repair.service.all.NON_REPAIRABLE') }));
  await service.press(service.button(t('repair.service.overrule')));
  await expect(service.cell('repair.column.repairStatus', added)).toHaveValue('NON_REPAIRABLE');
  await expect(page.getByText(t('saving.state.saved'))).toBeVisible();
  await service.driver.choose(service.cell('repair.column.repairStatus', first), 'REPLACED');
  await expect(service.button(t('repair.service.saveAll'))).toBeDisabled();
  await service.press(service.button(first));
  await service.write(service.cell('repair.column.replacementSerial', first), 'NEW-1');
  await service.save(t('repair.service.saveAll'));
  await service.continueTo('IN_SERVICE', 'IN_TRANSIT_BACK');
}

export async function returnUnits(service: Worker, id: number): Promise<void> {
  const { page, t } = service;
  await service.open(id);
  await service.write(page.getByLabel(t('shipping.field.courierName')), 'DHL Express');
  await service.write(page.getByLabel(t('shipping.field.trackingNumber')), 'JD 0146 9999');
  await service.fillDate(t('shipping.field.pickUpDate'), '01102027');
  await service.fillDate(t('shipping.field.estimateDeliveryDate'), '01152027');
  await service.save();
  await service.expectStatus(t('repair.saved.transitBack'));
  await service.continueTo('IN_TRANSIT_BACK', 'IN_WAITING_COMPLETED');
}

export async function confirm(client: Worker, id: number): Promise<void> {
  const { t } = client;
  await client.open(id);
  await client.expectDelivery('2027-01-15', '2027-01-17');
  await client.continueTo('IN_WAITING_COMPLETED', 'COMPLETED', '2027');
  await client.expectStatus(t('repair.moved.COMPLETED'));
}

export async function readHistory(reader: Worker, id: number, moves: number): Promise<void> {
  await reader.open(id);
  await expect(reader.tab('HISTORY')).toHaveAttribute('aria-selected', 'true');
  await expect(reader.page.getByRole('row')).toHaveCount(11);
  const session = await getSession(reader.page, reader.user);
  const response = await reader.page.request.get(`/api/v1/repairing/fetch-history-by-criteria?repairId=${id}`, {
    headers: { Authorization: session.token },
  });
  expect(((await response.json()) as { totalElements: number }).totalElements).toBe(moves);
}
