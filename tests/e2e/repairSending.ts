import { join } from 'node:path';
import { expect } from '@playwright/test';
import { getMessages, type Language, type Messages } from './messages';
import { Worker } from './processPage';
import type { Api } from './repairApi';

export const data = process.env.PORTAL_SAMPLES ?? join(import.meta.dirname, '../../../shared/data');
export const photos = ['inv_pcb.jpeg', 'inv_torx.jpg', 'awkward_exif_orientation6.jpg'].map((name) =>
  join(data, 'images', name),
);
export const spectrum = join(data, 'n42', '2006_ortec_osasp_portal_ba133.n42');

/** Submit a repair request of three units with photos and a spectrum. */
export async function submitRepairRequest(client: Worker): Promise<{ id: number; names: string[] }> {
  const { page, t } = client;
  await client.load('new-repair');
  const models = [await addUnits(client, 'HANDHELD', 1, 2), await addUnits(client, 'RPM', 0, 1)];
  const serials = [`E2E-${Date.now()}`, 'N/A', 'VM-77'];
  const cells = page.getByRole('textbox', { name: new RegExp(`^${t('newRepair.serialNumber')}`) });
  for (const [index, serial] of serials.entries()) await client.write(cells.nth(index), serial);
  const problems = page.getByRole('textbox', { name: new RegExp(`^${t('newRepair.problem')}`) });
  await client.write(problems.first(), 'Count rate drifts after ten minutes');
  const [handheld = '', monitor = ''] = models;
  await attach(client, 1, handheld, [...photos, spectrum]);
  await attach(client, 1, monitor, photos.slice(0, 1));
  await client.press(client.button(t('creation.submit')));
  const created = page.waitForResponse((response) => response.url().endsWith('/repairing/create'));
  await client.press(page.getByRole('dialog').getByRole('button', { name: t('creation.submit') }));
  const { id } = (await (await created).json()) as { id: number };
  await expect(page).toHaveURL(/active-repairs/);
  const models3 = [handheld, handheld, monitor];
  return { id, names: serials.map((serial, index) => t('repair.unit.name', { part: models3[index] ?? '', serial })) };
}

async function addUnits(
  { page, t, button, messages, press, write }: Worker,
  category: string,
  part: number,
  quantity: number,
) {
  await press(page.getByRole('combobox', { name: t('catalogue.category') }));
  await press(page.getByRole('option', { name: categoryName(messages, category) }));
  await press(page.getByRole('combobox', { name: t('catalogue.part') }));
  const option = page.getByRole('option').nth(part);
  const model = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await press(option);
  await write(page.getByLabel(t('catalogue.quantity')), String(quantity));
  await press(button(t('catalogue.add')));
  return model;
}

/** Return the name of a category, which is demo data and not in the translations. */
export const categoryName = ({ language }: Messages, key: string): string =>
  ({ HANDHELD: { en: 'Handheld', es: 'Portátil' }, RPM: { en: 'Portal monitor', es: 'Pórtico de detección' } })[key]?.[
    language as Language
  ] ?? key;

async function attach(
  { page, t, button, press, driver }: Worker,
  number: number,
  part: string,
  files: string[],
): Promise<void> {
  const of = t('newRepair.unitOf', { number, part });
  await press(button(t('files.attachmentsOf', { of, smart_count: 0 })));
  const dialog = page.getByRole('dialog');
  await driver.attachFiles(dialog, files);
  await expect(dialog.getByRole('button', { name: new RegExp(`^${t('files.remove')} `) })).toHaveCount(files.length, {
    timeout: 30_000,
  });
  await press(dialog.getByRole('button', { name: t('files.done') }));
  await expect(button(t('files.attachmentsOf', { of, smart_count: files.length }))).toBeVisible();
}

/** Approve two units and reject one with a comment; only then Continue is enabled. */
export async function decide(supervisor: Worker, id: number, first: string, rejected: string): Promise<void> {
  const { page, t } = supervisor;
  await supervisor.open(id);
  await expect(supervisor.next('NEW')).toBeDisabled();
  await supervisor.press(supervisor.button(t('process.approval.approveAll')));
  await supervisor.expectStatus(t('process.approval.approvedSome', { smart_count: 3 }));
  const decision = page.getByRole('group', { name: t('process.approval.of', { name: rejected }) });
  await supervisor.press(decision.getByRole('button', { name: t('process.approval.undoOf', { name: rejected }) }));
  await supervisor.press(decision.getByRole('button', { name: t('process.approval.reject') }));
  const panel = page.getByRole('region', { name: rejected, exact: true });
  await supervisor.press(panel.getByRole('button', { name: t('process.comment.toClient') }));
  await supervisor.write(
    page.getByLabel(t('process.comment.label'), { exact: true }),
    'Not covered: send it to the maker',
  );
  await supervisor.press(supervisor.button(t('process.comment.save')));
  await supervisor.expectStatus(t('process.comment.saved'));
  await supervisor.press(supervisor.button(first));
  await supervisor.press(supervisor.button(t('files.attachmentsOf', { of: first, smart_count: 4 })));
  await expect(page.getByRole('dialog').getByText('2006_ortec_osasp_portal_ba133.n42')).toBeVisible();
  await page.keyboard.press('Escape');
  await supervisor.continueTo('NEW', 'IN_SHIPPING_DETAILS');
  await supervisor.expectStatus(t('repair.moved.IN_SHIPPING_DETAILS'));
}

/** Enter two packages. The rejected unit is in a note, and the prefilled contact is kept. */
export async function ship(client: Worker, id: number, rejected: string): Promise<void> {
  const { page, t } = client;
  await client.open(id);
  await expect(page.getByRole('note')).toContainText(rejected);
  await client.press(client.button(t('repair.shipping.reasons', { smart_count: 1 })));
  await expect(page.getByRole('note')).toContainText('Not covered: send it to the maker');
  const save = client.button(t('process.save'));
  await expect(save).toBeDisabled();
  await fillPackage(client, 1, ['40', '30', '20'], '14.5');
  await client.press(client.button(t('shipping.addPackage')));
  await fillPackage(client, 2, ['4.5', '20', '20'], '2,1');
  await expect(page.getByText(t('saving.rule.side'))).toBeVisible();
  await expect(save).toBeDisabled();
  await fillPackage(client, 2, ['30', '20', '20'], '2,1');
  await client.save();
  await client.expectStatus(t('repair.saved.shipping'));
  await client.continueTo('IN_SHIPPING_DETAILS', 'IN_WAITING_FOR_PICK_UP');
}

async function fillPackage({ page, t, write }: Worker, number: number, sides: string[], weight: string): Promise<void> {
  const group = page.getByRole('group', { name: t('shipping.package', { number }) });
  for (const [index, side] of (['depth', 'width', 'height'] as const).entries()) {
    await write(group.getByLabel(t(`shipping.field.${side}`)), sides[index] ?? '');
  }
  await write(group.getByLabel(t('shipping.field.weight')), weight);
  await page.keyboard.press('Tab');
}

/** Enter the courier, first with dates in the wrong order. The tracking number follows in the next status. */
export async function arrange(service: Worker, id: number): Promise<void> {
  const { page, t } = service;
  await service.open(id);
  await service.write(page.getByLabel(t('shipping.field.courierName')), 'DHL Express');
  await service.fillDate(t('shipping.field.pickUpDate'), '12152026');
  await service.fillDate(t('shipping.field.estimateDeliveryDate'), '12142026');
  await service.save();
  await expect(page.getByText(t('shipping.datesTurned'))).toBeVisible();
  await service.fillDate(t('shipping.field.estimateDeliveryDate'), '12182026');
  await service.save();
  await service.expectStatus(t('repair.saved.pickUp'));
  await service.continueTo('IN_WAITING_FOR_PICK_UP', 'SETTING_TRACKING_NUMBER');
  await expect(service.next('SETTING_TRACKING_NUMBER')).toBeDisabled();
  await service.write(page.getByLabel(t('shipping.field.trackingNumber')), 'JD 0146 0000 0000');
  // Continue saves the input before the transition.
  await service.continueTo('SETTING_TRACKING_NUMBER', 'IN_PICK_UP_ARRANGED');
}

/** Open a repair as the service and fill in the courier details without saving. */
export async function openFilledCourierForm(browser: Parameters<typeof Worker.logIn>[0], api: Api) {
  const messages = getMessages('en');
  const { t } = messages;
  const id = await api.create(1);
  await api.approveAll(id);
  await api.setStatus(id, 'IN_WAITING_FOR_PICK_UP');
  const service = await Worker.logIn(browser, 'service', messages);
  await service.open(id);
  const courier = service.page.getByLabel(t('shipping.field.courierName'));
  await courier.fill('DHL Express');
  await service.page.getByLabel(t('shipping.field.note')).fill('Ring twice');
  await service.fillDate(t('shipping.field.pickUpDate'), '12152026');
  await service.fillDate(t('shipping.field.estimateDeliveryDate'), '12182026');
  return { id, service, courier };
}
