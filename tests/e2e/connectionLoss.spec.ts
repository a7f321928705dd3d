import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import { password, waitForDraft } from './portal';
import { Api } from './repairApi';
import { openFilledCourierForm } from './repairSending';

const messages = getMessages('en');
const { t } = messages;
const saveCall = /\/repairing\/save\/pick-up-shipping\/data/;

test('a save without a connection shows an error and keeps the form, leaving asks for confirmation, and typed values survive a reload and an expired session', async ({
  browser,
  page,
}) => {
  const api = new Api(page);
  const { id, service, courier } = await openFilledCourierForm(browser, api);
  const note = service.page.getByRole('alert');

  await test.step('a server error during a save keeps the form and shows the reference', async () => {
    await service.page.route(saveCall, (route) =>
      route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'An error', requestId: 'req-77' } }),
    );
    await service.save();
    await expect(note).toContainText(t('saving.problem.server'));
    await expect(note).toContainText('req-77');
    await expect(courier).toHaveValue('DHL Express');
    await expect(service.button(t('process.save'))).toBeEnabled();
    await service.page.unroute(saveCall);
  });

  await test.step('a save without a connection shows an error and keeps the form, and a retry saves it', async () => {
    await service.context.setOffline(true);
    await service.save();
    await expect(note).toContainText(t('saving.problem.offline'));
    await expect(note).toContainText(t('saving.problem.kept'));
    await expect(courier).toHaveValue('DHL Express');
    await service.context.setOffline(false);
    await note.getByRole('button', { name: t('shared.tryAgain') }).click();
    await service.expectStatus(t('repair.saved.pickUp'));
    await expect(note).toHaveCount(0);
    const saved = await api.call<{ pickUpShippingDetails: { courierName: string; note: string } }>(
      'admin',
      'GET',
      `repairing/fetch/repair?repairId=${id}`,
    );
    expect(saved.pickUpShippingDetails).toMatchObject({ courierName: 'DHL Express', note: 'Ring twice' });
  });

  await test.step('leaving with unsaved changes asks for confirmation; staying keeps them, leaving discards them', async () => {
    await courier.fill('Correos');
    await service.tab('DETAILS').click();
    const dialog = service.page.getByRole('dialog', { name: t('saving.leave.title') });
    await dialog.getByRole('button', { name: t('saving.leave.stay') }).click();
    await expect(courier).toHaveValue('Correos');
    await service.page.getByRole('link', { name: 'Active repairs' }).first().click();
    await dialog.getByRole('button', { name: t('saving.leave.discard') }).click();
    await expect(service.page).toHaveURL(/active-repairs/);
    await service.page.goBack();
    await expect(courier).toHaveValue('DHL Express');
  });

  await test.step('typed values survive a reload and an expired session', async () => {
    await courier.fill('Estafeta');
    await waitForDraft(service.page, 'Estafeta');
    service.page.on('dialog', (dialog) => void dialog.accept());
    await service.page.reload();
    await expect(courier).toHaveValue('Estafeta');
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
    await expect(courier).toHaveValue('Estafeta');
    await service.save();
    await service.expectStatus(t('repair.saved.pickUp'));
  });
  await service.context.close();
});
