import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import {
  addPart,
  data,
  expectAccessible,
  openNewPartRequest,
  parts,
  proposePart,
  samples,
  submit,
} from './partRequestPage';
import { waitForDraft } from './portal';
import { Worker } from './processPage';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

for (const [language, inputMethod] of [
  ['en', 'keyboard'],
  ['es', 'mouse'],
] as const) {
  test(`a part request goes from its first field to the delivery, by its users (${language}, by ${inputMethod})`, async ({
    browser,
  }) => {
    test.skip(!samples, `the sample files are not at ${data}`);
    const messages = getMessages(language);
    const { t } = messages;
    const logIn = (user: 'client' | 'supervisor' | 'service') =>
      Worker.logIn(browser, user, messages, parts, inputMethod);
    const [client, supervisor, service] = await Promise.all([logIn('client'), logIn('supervisor'), logIn('service')]);

    await openNewPartRequest(client);
    const first = await addPart(client, 0, '2');
    const proposed = `Neutron tube ${Date.now()}`;
    await proposePart(client, proposed, '3');
    const phone = client.page.getByLabel(t('shipping.field.phone'));
    await client.write(phone, '12');
    await expect(client.button(t('creation.submit'))).toBeDisabled();
    await client.write(phone, '+995 32 255 01 83');
    await expectAccessible(client.page, 'new');
    const { id, requestId } = await submit(client);
    await expect(client.page).toHaveURL(/part-request\/list/);
    await client.expectStatus(t('newPartRequest.sent', { number: requestId }));
    await client.press(client.button(t('partRequest.list.show', { smart_count: 2, name: requestId })));
    const listed = client.page.getByRole('list', { name: t('partRequest.list.partsOf', { name: requestId }) });
    await expect(listed.getByText(proposed, { exact: true })).toBeVisible();
    await expectAccessible(client.page, 'list');

    await supervisor.open(id);
    await expect(supervisor.next('INITIAL')).toBeDisabled();
    await supervisor.press(supervisor.button(t('files.attachmentsOf', { of: proposed, smart_count: 2 })));
    await expect(supervisor.page.getByRole('dialog').getByText('inv_pcb.jpeg')).toBeVisible();
    await supervisor.page.keyboard.press('Escape');
    await supervisor.press(supervisor.button(t('process.approval.approveAll')));
    await supervisor.expectStatus(t('process.approval.approvedSome', { smart_count: 2 }));
    const decision = supervisor.page.getByRole('group', { name: t('process.approval.of', { name: proposed }) });
    await supervisor.press(decision.getByRole('button', { name: t('process.approval.undoOf', { name: proposed }) }));
    await supervisor.press(decision.getByRole('button', { name: t('process.approval.reject') }));
    await supervisor.press(
      supervisor.button(t('process.comment.add', { name: t('process.comment.ofUnit', { name: proposed }) })),
    );
    await supervisor.write(
      supervisor.page.getByLabel(t('process.comment.label'), { exact: true }),
      'Made to order only',
    );
    await supervisor.press(supervisor.button(t('process.comment.save')));
    await supervisor.expectStatus(t('process.comment.saved'));
    await expectAccessible(supervisor.page, 'details');
    await supervisor.continueTo('INITIAL', 'IN_ONE_WAY_SHIPPING');
    await supervisor.expectStatus(t('partRequest.moved.IN_ONE_WAY_SHIPPING'));

    await client.open(id);
    await expect(client.page.getByRole('note')).toContainText(proposed);
    await expect(client.page.getByRole('note')).not.toContainText('Made to order only');
    await client.write(client.page.getByLabel(t('shipping.field.street')), 'Port gate 4');
    await client.save();
    await client.expectStatus(t('partRequest.saved.shipping'));
    await client.continueTo('IN_ONE_WAY_SHIPPING', 'IN_WAITING_FOR_PICK_UP');
    await expect(client.page.getByText(t('shipping.notSet')).first()).toBeVisible();

    await service.open(id);
    await service.write(service.page.getByLabel(t('shipping.field.courierName')), 'DHL Express');
    await service.fillDate(t('shipping.field.pickUpDate'), '01102027');
    await service.fillDate(t('shipping.field.estimateDeliveryDate'), '01152027');
    await service.save();
    await expect(service.page.getByText(t('saving.rule.required')).first()).toBeVisible();
    const tracking = service.page.getByLabel(t('shipping.field.trackingNumber'));
    await expect(tracking).toHaveAttribute('aria-invalid', 'true');
    await expect(tracking).toHaveAccessibleDescription(new RegExp(t('saving.rule.required')));
    await service.write(tracking, 'JD 0146 7777');
    await service.save();
    await service.expectStatus(t('partRequest.saved.transport'));
    await service.continueTo('IN_WAITING_FOR_PICK_UP', 'WAITING_CONFIRMATION');

    await client.open(id);
    await client.expectDelivery('2027-01-15', '2027-01-17');
    const sent = client.page.getByRole('listitem').filter({ hasText: first });
    await expect(sent).toContainText(t('partRequest.consignment.quantity', { quantity: 2 }));
    await expectAccessible(client.page, 'confirmation');
    await client.continueTo('WAITING_CONFIRMATION', 'DONE', '2027');
    await client.expectStatus(t('partRequest.moved.DONE'));
    await expect(client.tab('HISTORY')).toHaveCount(0);

    await supervisor.open(id);
    await expect(supervisor.tab('HISTORY')).toHaveAttribute('aria-selected', 'true');
    await Promise.all([client, supervisor, service].map(({ context }) => context.close()));
  });
}

test('parts are added to a request that is still new, up to 100 of each; the draft survives a reload', async ({
  browser,
}) => {
  const messages = getMessages('en');
  const { t } = messages;
  const client = await Worker.logIn(browser, 'client', messages, parts);
  const { page } = client;
  await openNewPartRequest(client);
  await expect(client.button(t('creation.submit'))).toBeDisabled();
  const name = await addPart(client, 0, '60');
  await addPart(client, 0, '30');
  const rows = page.getByRole('table', { name: t('newPartRequest.items.title') }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('90');
  // 90 and 11 exceed the limit of 100 per part.
  await page.getByRole('combobox', { name: t('catalogue.part') }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel(t('catalogue.quantity'), { exact: true }).fill('11');
  await expect(page.getByText(t('newPartRequest.most', { smart_count: 10 }))).toBeVisible();
  await expect(client.button(t('catalogue.add'))).toBeDisabled();
  await waitForDraft(page, '"quantity":90');
  await page.reload();
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('90');

  // A lost connection keeps the input; the idempotency key prevents a duplicate.
  await page.route('**/new-part-request-items*', (route) => route.abort());
  await client.button(t('creation.submit')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('newPartRequest.confirm.validate') }).click();
  await expect(dialog.getByRole('alert')).toContainText(t('saving.problem.noAnswer'));
  await page.unroute('**/new-part-request-items*');
  const created = page.waitForResponse((response) => response.url().includes('/new-part-request-items'));
  await dialog.getByRole('button', { name: t('shared.tryAgain') }).click();
  const { id, requestId } = (await (await created).json()) as { id: number; requestId: string };
  await expect(page).toHaveURL(/part-request\/list/);

  await client.open(id);
  await page.getByRole('link', { name: messages.server('actions.add_items') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('newPartRequest.addTo', { number: requestId }));
  await addPart(client, 0, '10');
  await submit(client, 'newPartRequest.submitAdd');
  await client.expectStatus(t('newPartRequest.added', { number: requestId }));
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('100');
  await client.context.close();
});

test('server errors appear on their fields; the administrator deletes a part request with two clicks', async ({
  browser,
}) => {
  const messages = getMessages('en');
  const { t } = messages;
  const logIn = (user: 'client' | 'admin') => Worker.logIn(browser, user, messages, parts);
  const [client, admin] = await Promise.all([logIn('client'), logIn('admin')]);
  await openNewPartRequest(client);
  await addPart(client, 1, '1');
  // Validation errors of the server appear on their fields.
  await client.page.route('**/new-part-request-items*', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'VALIDATION',
        message: 'Refused',
        fields: { 'parts.0.quantity': ['Too many of it'], 'contact.phone': ['No such number'] },
      },
    }),
  );
  await client.button(t('creation.submit')).click();
  await client.page
    .getByRole('dialog')
    .getByRole('button', { name: t('newPartRequest.confirm.validate') })
    .click();
  await expect(client.page.getByRole('row').getByText('Too many of it')).toBeVisible();
  await expect(client.page.getByText('No such number')).toBeVisible();
  await client.page.unroute('**/new-part-request-items*');
  await client.page.getByLabel(t('shipping.field.phone')).fill('+995 32 255 01 84');
  const { id, requestId } = await submit(client);

  await admin.open(id);
  await admin.button(t('process.approval.approveAll')).click();
  await expect(admin.next('INITIAL')).toBeEnabled();
  await admin.continueTo('INITIAL', 'IN_ONE_WAY_SHIPPING');
  await admin.open(id);
  await admin.expectStatus(messages.server('turn.PARTS.IN_ONE_WAY_SHIPPING.others'));
  // A layout shift moves the button away from the pointer, which disarms it: retry until the layout is stable.
  await expect(async () => {
    await admin.button(messages.server('actions.delete')).click({ timeout: 2_000 });
    await admin.button(t('shared.sure')).click({ timeout: 2_000 });
    await expect(admin.page).toHaveURL(/part-request\/list/, { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  await admin.expectStatus(t('partRequest.deleted'));
  await expect(admin.page.getByRole('link', { name: requestId, exact: true })).toHaveCount(0);
  await Promise.all([client, admin].map(({ context }) => context.close()));
});

test('on a phone, in dark mode and Spanish, axe finds nothing and nothing scrolls sideways', async ({ browser }) => {
  const messages = getMessages('es');
  const client = await Worker.logIn(browser, 'client', messages, parts);
  const { page } = client;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openNewPartRequest(client);
  await addPart(client, 2, '5');
  await expectAccessible(page, 'new on a phone');
  const { id, requestId } = await submit(client);
  await expect(page).toHaveURL(/part-request\/list/);
  await client.button(messages.t('partRequest.list.show', { smart_count: 1, name: requestId })).click();
  await expectAccessible(page, 'list on a phone');
  await page.goto(`/#/es/process-part-request/${id}`);
  await expect(page.getByText(requestId).first()).toBeVisible();
  await expectAccessible(page, 'details on a phone');
  await client.context.close();
});
