import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import { go } from './portal';
import { Worker } from './processPage';
import { Api } from './repairApi';
import { openFilledCourierForm } from './repairSending';

const messages = getMessages('en');
const decideCall = /change\/initial\/status\/all/;
const moveCall = /\/repairing\/change\/repair\/status/;

test('rapid decisions are batched, a double-click moves a repair once, and the later of two users gets a message', async ({
  browser,
  page,
}) => {
  const api = new Api(page);
  const id = await api.create(12);
  const [first, second] = await Promise.all([
    Worker.logIn(browser, 'supervisor', messages),
    Worker.logIn(browser, 'supervisor', messages),
  ]);
  await first.open(id);

  await test.step('rapid decisions are batched into two requests, and none is lost', async () => {
    let sent = 0;
    let release = () => {};
    const decided = new Promise<void>((done) => {
      release = done;
    });
    // Hold the first request until all decisions are made.
    await first.page.route(decideCall, async (route) => {
      sent += 1;
      await decided;
      await route.continue();
    });
    const groups = first.page.getByRole('group', { name: /^Approval of / });
    for (let index = 0; index < 12; index += 1) {
      const labelKey = index % 3 === 0 ? 'reject' : 'approve';
      await groups
        .nth(index)
        .getByRole('button', { name: messages.t(`process.approval.${labelKey}`) })
        .click();
    }
    release();
    await expect(first.next('NEW')).toBeEnabled();
    const { repairParts } = await api.read(id);
    expect(repairParts.map(({ initialApproval }) => initialApproval)).toEqual(
      Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'REJECTED' : 'APPROVED')),
    );
    expect(sent).toBe(2);
    await first.page.unroute(decideCall);
  });

  await second.open(id);
  await test.step('a double-click changes the status of a repair only once', async () => {
    let sent = 0;
    await first.page.route(moveCall, async (route) => {
      sent += 1;
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    await first.next('NEW').dblclick();
    await first.expectRequestStatus('IN_SHIPPING_DETAILS');
    // The update is optimistic: the history of the server proves the transition.
    await expect.poll(() => api.countTransitions(id)).toBe(2);
    expect(sent).toBe(1);
    await first.page.unroute(moveCall);
  });

  await test.step('a dialog names the other supervisor who made the transition first, and reloads the page', async () => {
    // The second page has not refetched, as it got no focus event, and still offers the transition.
    await second.next('NEW').click();
    const dialog = second.page.getByRole('dialog', { name: messages.t('saving.stale.title') });
    await expect(dialog).toContainText(messages.server('status.REPAIR.NEW'));
    await expect(dialog).toContainText(messages.server('status.REPAIR.IN_SHIPPING_DETAILS'));
    await expect(dialog).toContainText('Daniel Okafor');
    await dialog.getByRole('button', { name: messages.t('saving.stale.reload') }).click();
    await second.expectRequestStatus('IN_SHIPPING_DETAILS');
    await expect(second.next('NEW')).toHaveCount(0);
    await expect.poll(() => api.countTransitions(id)).toBe(2);
  });

  await test.step('the later of two concurrent decisions is rejected by the server and rolled back on the screen', async () => {
    const other = await api.create(2);
    await go(first.page, `/en/process-repair/${other}`);
    const unit = first.page.getByRole('group', { name: /^Approval of .*SN 1$/ });
    const reject = unit.getByRole('button', { name: messages.t('process.approval.reject') });
    // The first repair is past this step, so this button and these decisions belong to the other one.
    await expect(first.next('NEW')).toBeDisabled();
    await expect(reject).toBeVisible();
    await api.approveAll(other);
    await reject.click();
    await expect(first.page.getByRole('dialog', { name: messages.t('saving.stale.title') })).toBeVisible();
    const { repairParts } = await api.read(other);
    expect(repairParts.map(({ initialApproval }) => initialApproval)).toEqual(['APPROVED', 'APPROVED']);
    await first.button(messages.t('saving.stale.reload')).click();
    // The other supervisor approved it: undo that decision, then reject.
    await expect(unit).toContainText(/^Approved$/);
    await unit.getByRole('button', { name: /^Undo the decision on / }).click();
    await reject.click();
    await expect(unit).toContainText(/^Rejected$/);
    await expect.poll(async () => (await api.read(other)).repairParts[0]?.initialApproval).toBe('REJECTED');
    await first.continueTo('NEW', 'IN_SHIPPING_DETAILS');
  });
  await Promise.all([first.context.close(), second.context.close()]);
});

test('a save conflict with another user shows the differences; input stays visible when the step has been completed meanwhile', async ({
  browser,
  page,
}) => {
  const api = new Api(page);
  const { id, service, courier } = await openFilledCourierForm(browser, api);
  await api.call('admin', 'POST', `repairing/save/pick-up-shipping/data?repairId=${id}`, {
    courierName: 'UPS',
    pickUpDate: '2026-12-01',
    estimateDeliveryDate: '2026-12-05',
    trackingNumber: '1Z',
    note: '',
  });
  await service.save();
  const dialog = service.page.getByRole('dialog', { name: messages.t('saving.stale.title') });
  await expect(dialog).toContainText('Helen Marsh');
  await expect(dialog).toContainText(
    messages.t('saving.stale.bothFields', {
      label: messages.t('shipping.field.courierName'),
      theirs: 'UPS',
      yours: 'DHL Express',
    }),
  );
  await expect(dialog).toContainText(
    messages.t('saving.stale.field', { label: messages.t('shipping.field.trackingNumber'), theirs: '1Z' }),
  );
  await dialog.getByRole('button', { name: messages.t('saving.stale.reloadKeep') }).click();
  await expect(courier).toHaveValue('DHL Express');
  await expect(service.page.getByLabel(messages.t('shipping.field.trackingNumber'))).toHaveValue('1Z');
  await service.save();
  await service.expectStatus(messages.t('repair.saved.pickUp'));

  // The step is completed meanwhile: input stays visible, but can no longer be saved.
  await courier.fill('Correos');
  await api.setStatus(id, 'IN_TRANSIT');
  await service.save();
  await expect(dialog).toContainText(messages.server('status.REPAIR.IN_TRANSIT'));
  await dialog.getByRole('button', { name: messages.t('saving.stale.reloadKeep') }).click();
  await expect(courier).toHaveValue('Correos');
  await expect(service.button(messages.t('process.save'))).toHaveCount(0);
  await service.button(messages.t('process.staleForm.discard')).click();
  await expect(courier).toHaveCount(0);
  await service.tab('IN_TRANSIT').click();
  await expect(service.next('IN_TRANSIT')).toBeEnabled();
  await service.context.close();
});
