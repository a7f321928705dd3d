import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import { password, waitForDraft } from './portal';
import { Worker } from './processPage';
import { Api } from './repairApi';

const messages = getMessages('en');
const { t } = messages;
const saveCall = /\/repairing\/save\/pick-up-shipping\/data/;

/** Open a repair as the service and enter the courier details without saving. */
async function openWithTypedText(browser: Parameters<typeof Worker.logIn>[0], api: Api) {
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

test('no connection during a save: the form stays, says so, and a second try saves it', async ({ browser, page }) => {
  const { id, service, courier } = await openWithTypedText(browser, new Api(page));
  await service.context.setOffline(true);
  await service.save();
  const note = service.page.getByRole('alert');
  await expect(note).toContainText(t('saving.problem.offline'));
  await expect(note).toContainText(t('saving.problem.kept'));
  await expect(courier).toHaveValue('DHL Express');
  await service.context.setOffline(false);
  await note.getByRole('button', { name: t('shared.tryAgain') }).click();
  await service.expectStatus(t('repair.saved.pickUp'));
  await expect(note).toHaveCount(0);
  const saved = await new Api(page).call<{ pickUpShippingDetails: { courierName: string; note: string } }>(
    'admin',
    'GET',
    `repairing/fetch/repair?repairId=${id}`,
  );
  expect(saved.pickUpShippingDetails).toMatchObject({ courierName: 'DHL Express', note: 'Ring twice' });
  await service.context.close();
});

test('a server error during a save keeps the form and shows the reference', async ({ browser, page }) => {
  const { service, courier } = await openWithTypedText(browser, new Api(page));
  await service.page.route(saveCall, (route) =>
    route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'An error', requestId: 'req-77' } }),
  );
  await service.save();
  const note = service.page.getByRole('alert');
  await expect(note).toContainText(t('saving.problem.server'));
  await expect(note).toContainText('req-77');
  await expect(courier).toHaveValue('DHL Express');
  await expect(service.button(t('process.save'))).toBeEnabled();
  await service.context.close();
});

test('what was typed survives a reload and a dropped session', async ({ browser, page }) => {
  const { service, courier } = await openWithTypedText(browser, new Api(page));
  await waitForDraft(service.page, 'DHL Express');
  service.page.on('dialog', (dialog) => void dialog.accept());
  await service.page.reload();
  await expect(courier).toHaveValue('DHL Express');
  await expect(service.page.getByText(/We restored your unsaved changes from .*\./)).toBeVisible();
  await expect(service.button(t('process.save'))).toBeEnabled();
  await service.page.route(saveCall, (route) =>
    route.fulfill({ status: 401, json: { code: 'TOKEN_EXPIRED', message: 'Your session has expired' } }),
  );
  await service.save();
  await expect(service.page).toHaveURL(/\/login\?.*redirect_to=/);
  await service.page.unroute(saveCall);
  await service.page.getByLabel(t('login.username'), { exact: true }).fill('service');
  await service.page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await service.page.keyboard.press('Enter');
  await expect(courier).toHaveValue('DHL Express');
  await service.save();
  await service.expectStatus(t('repair.saved.pickUp'));
  await service.context.close();
});

test('leaving with something typed asks; staying keeps it, leaving forgets it', async ({ browser, page }) => {
  const { service, courier } = await openWithTypedText(browser, new Api(page));
  await service.tab('DETAILS').click();
  const dialog = service.page.getByRole('dialog', { name: t('saving.leave.title') });
  await dialog.getByRole('button', { name: t('saving.leave.stay') }).click();
  await expect(courier).toHaveValue('DHL Express');
  await service.page.getByRole('link', { name: 'Active repairs' }).first().click();
  await dialog.getByRole('button', { name: t('saving.leave.discard') }).click();
  await expect(service.page).toHaveURL(/active-repairs/);
  await service.page.goBack();
  await expect(courier).toHaveValue('');
  await service.context.close();
});

test('a save conflict with another user shows the differences, and the input can still be saved', async ({
  browser,
  page,
}) => {
  const api = new Api(page);
  const { id, service, courier } = await openWithTypedText(browser, api);
  await api.call('admin', 'POST', `repairing/save/pick-up-shipping/data?repairId=${id}`, {
    courierName: 'UPS',
    pickUpDate: '2026-12-01',
    estimateDeliveryDate: '2026-12-05',
    trackingNumber: '1Z',
    note: '',
  });
  await service.save();
  const dialog = service.page.getByRole('dialog', { name: t('saving.stale.title') });
  await expect(dialog).toContainText('Helen Marsh');
  await expect(dialog).toContainText(
    t('saving.stale.bothFields', { label: t('shipping.field.courierName'), theirs: 'UPS', yours: 'DHL Express' }),
  );
  await expect(dialog).toContainText(
    t('saving.stale.field', { label: t('shipping.field.trackingNumber'), theirs: '1Z' }),
  );
  await dialog.getByRole('button', { name: t('saving.stale.reloadKeep') }).click();
  await expect(courier).toHaveValue('DHL Express');
  await expect(service.page.getByLabel(t('shipping.field.trackingNumber'))).toHaveValue('1Z');
  await service.save();
  await service.expectStatus(t('repair.saved.pickUp'));
  await service.context.close();
});

test('input stays visible when the step was completed meanwhile, but can no longer be saved', async ({
  browser,
  page,
}) => {
  const api = new Api(page);
  const { id, service, courier } = await openWithTypedText(browser, api);
  await api.setStatus(id, 'IN_TRANSIT');
  await service.save();
  const dialog = service.page.getByRole('dialog', { name: t('saving.stale.title') });
  await expect(dialog).toContainText(messages.server('status.REPAIR.IN_TRANSIT'));
  await dialog.getByRole('button', { name: t('saving.stale.reloadKeep') }).click();
  await expect(courier).toHaveValue('DHL Express');
  await expect(service.button(t('process.save'))).toHaveCount(0);
  await service.button(t('process.staleForm.discard')).click();
  await expect(courier).toHaveCount(0);
  await service.tab('IN_TRANSIT').click();
  await expect(service.next('IN_TRANSIT')).toBeEnabled();
  await service.context.close();
});
