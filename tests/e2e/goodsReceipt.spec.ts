import { expect, test } from '@playwright/test';
import { getViolations } from './accessibility';
import { canReadMails, readMailsTo } from './mails';
import { getMessages } from './messages';
import { parts as partsKind } from './partRequestPage';
import { downloadPdf } from './pdf';
import { Worker } from './processPage';
import { Api } from './repairApi';

test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** Placeholder for a photo of a cracked display. */
const photo = {
  name: 'crack.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGUlEQVR4nGNsaGhgIAUwkaR6VMOohiGlAQDJTAGgLgFHggAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Create a repair of four units, the last one rejected, in shipping details. */
async function createRepairToShip(api: Api): Promise<{ id: number; number: string }> {
  const id = await api.create(4);
  const { repairParts } = await api.read(id);
  const decisions = repairParts.map((part, index) => ({ id: part.id, status: index < 3 ? 'APPROVED' : 'REJECTED' }));
  await api.call('supervisor', 'POST', `repairing/change/initial/status/all?repairId=${id}`, decisions);
  await api.continueRepair(id, 'supervisor');
  const { number } = await api.call<{ number: string }>('admin', 'GET', `repairing/fetch/repair?repairId=${id}`);
  return { id, number };
}

for (const language of ['en', 'es'] as const) {
  test(`units are packed with documents, checked in, and the client is notified (${language})`, async ({ browser }) => {
    const messages = getMessages(language);
    const { t } = messages;
    const [client, service] = await Promise.all([
      Worker.logIn(browser, 'client', messages),
      Worker.logIn(browser, 'service', messages),
    ]);
    const api = new Api(client.page);
    const { id, number } = await createRepairToShip(api);
    const { repairParts } = await api.call<{ repairParts: { partName: string }[] }>(
      'client',
      'GET',
      `repairing/fetch/repair?repairId=${id}`,
    );
    const formatUnitName = (serial: string) => t('repair.unit.name', { part: repairParts[0]?.partName ?? '', serial });

    await test.step('the client packs', async () => {
      await client.open(id);
      for (const [index, weight] of ['7.5', '2'].entries()) {
        if (index > 0) await client.press(client.button(t('shipping.addPackage')));
        const group = client.page.getByRole('group', { name: t('shipping.package', { number: index + 1 }) });
        for (const side of ['depth', 'width', 'height']) {
          await client.write(group.getByLabel(t(`shipping.field.${side}`)), '30');
        }
        await client.write(group.getByLabel(t('shipping.field.weight')), weight);
      }
      await client.press(client.button(t('repair.packing.edit')));
      const dialog = client.page.getByRole('dialog');
      const getPackageGroup = (serial: string) =>
        dialog.getByRole('group', {
          name: t('repair.diagnostics.cell', { column: t('repair.column.package'), name: formatUnitName(serial) }),
        });
      await client.press(
        dialog
          .getByRole('group', { name: t('repair.packing.target') })
          .getByRole('button', { name: t('shipping.package', { number: 2 }) }),
      );
      await client.write(dialog.getByLabel(t('repair.arrivals.scan')), 'sn1');
      await client.page.keyboard.press('Enter');
      await expect(dialog.getByRole('status')).toHaveText(t('repair.packing.packed', { code: 'SN 1', number: 2 }));
      for (const serial of ['SN 2', 'SN 3']) {
        await client.press(getPackageGroup(serial).getByRole('button', { name: t('shipping.package', { number: 1 }) }));
      }
      await expect(getPackageGroup('SN 4')).toHaveCount(0);
      await client.write(client.cell('repair.column.customsValue', formatUnitName('SN 1')), '1250');
      await client.driver.choose(client.cell('repair.column.origin', formatUnitName('SN 1')), 'ES');
      await client.driver.choose(client.cell('repair.column.battery', formatUnitName('SN 1')), 'LITHIUM_ION');
      await client.driver.choose(client.cell('repair.column.checkSource', formatUnitName('SN 2')), 'INSIDE');
      expect.soft(await getViolations(client.page), 'the packing dialog').toEqual([]);
      await client.press(dialog.getByRole('button', { name: t('repair.arrivals.done') }));
      await client.save();
      await client.expectStatus(t('repair.saved.shipping'));
    });

    await test.step('the shipping documents are in the language of the client and in English', async () => {
      const pages = await downloadPdf(client, t('shipping.documents.sheet'), `${number}.pdf`);
      const [overview = '', firstLabel = '', secondLabel = '', invoice = '', declaration = '', labels = ''] = pages;
      expect(pages).toHaveLength(6);
      for (const each of [messages, getMessages('en')]) {
        expect(overview).toContain(each.server('shipping_documents.refused'));
        expect(invoice).toContain(each.server('shipping_documents.not_for_sale'));
        expect(declaration).toContain(each.server('battery.LITHIUM_ION'));
        expect(labels).toContain(each.server('shipping_documents.scan'));
      }
      expect(overview).toContain('SN 4');
      expect(
        [firstLabel, secondLabel].map((page) =>
          ['SN 1', 'SN 2', 'SN 3', 'SN 4'].filter((serial) => page.includes(serial)),
        ),
      ).toEqual([['SN 2', 'SN 3'], ['SN 1']]);
      // The HS code is from the catalog, the country of origin from the unit.
      expect(invoice).toContain('SN 1 9030.10 ES 1 1,250.00');
    });

    await test.step('the service records the goods receipt', async () => {
      await api.setStatus(id, 'IN_TRANSIT');
      await service.open(id);
      await service.press(service.button(t('repair.arrivals.tick')));
      const dialog = service.page.getByRole('dialog');
      const scan = dialog.getByLabel(t('repair.arrivals.scan'));
      for (const code of ['sn1', 'X-99']) {
        await service.write(scan, code);
        await service.page.keyboard.press('Enter');
      }
      await expect(dialog.getByRole('status').filter({ hasText: 'X-99' })).toBeVisible();
      const place = dialog.getByRole('group', { name: 'X-99' }).getByRole('combobox');
      await service.press(place);
      await service.press(service.page.getByRole('option', { name: t('shipping.package', { number: 2 }) }));
      await expect(place).toHaveText(t('shipping.package', { number: 2 }));
      const setOutcome = (serial: string, outcome: string) =>
        service.press(
          dialog
            .getByRole('group', { name: t('repair.arrivals.stateOf', { name: formatUnitName(serial) }) })
            .getByRole('button', { name: messages.server(`found.${outcome}`) }),
        );
      await setOutcome('SN 2', 'MISSING');
      await setOutcome('SN 3', 'DAMAGED');
      await service.write(
        dialog.getByLabel(t('repair.arrivals.noteOf', { name: formatUnitName('SN 3') })),
        'The display is cracked',
      );
      await dialog.locator('input[type=file]').setInputFiles(photo);
      await expect(dialog.getByText('crack')).toBeVisible();
      expect.soft(await getViolations(service.page), 'what arrived').toEqual([]);
      const row = await dialog.getByRole('group', { name: formatUnitName('SN 1'), exact: true }).boundingBox();
      const field = await scan.locator('xpath=..').boundingBox();
      expect.soft([row?.height, field?.height], 'heights of a row and of the scan field').toEqual([57, 56]);
      await service.press(dialog.getByRole('button', { name: t('repair.arrivals.done') }));
      await service.expectStatus(t('repair.arrivals.saved'));
    });

    await test.step('the client sees the differences and the photo of the damage', async () => {
      await client.open(id);
      const content = client.page.locator('#main-content');
      for (const difference of [
        `${messages.server('found.MISSING')}: ${formatUnitName('SN 2')}`,
        `${messages.server('found.DAMAGED')}: ${formatUnitName('SN 3')}`,
        'The display is cracked',
        `${messages.server('found.UNANNOUNCED')}: ${t('repair.arrivals.inPackage', { name: 'X-99', number: 2 })}`,
      ]) {
        await expect(content.getByText(difference, { exact: true })).toBeVisible();
      }
      // Damaged units count as received.
      await expect(content.getByText(t('repair.arrivals.count', { there: 2, total: 3 }))).toBeVisible();
      await client.press(client.button(t('files.attachmentsOf', { of: formatUnitName('SN 3'), smart_count: 1 })));
      await expect(client.page.getByRole('dialog').getByText('crack')).toBeVisible();
      expect.soft(await getViolations(client.page), 'the differences').toEqual([]);
    });

    await test.step('after the transition the email to the client and the history of the supervisor have them', async () => {
      await api.continueRepair(id, 'service');
      const expectMail = (content: string) =>
        expect
          .poll(
            () =>
              readMailsTo('nino.beridze@').filter(({ text }) => text.includes(number) && text.includes(content)).length,
            { timeout: 30_000 },
          )
          .toBeGreaterThan(0);
      if (canReadMails) for (const content of ['SN 2', 'The display is cracked', 'X-99']) await expectMail(content);
      const supervisor = await Worker.logIn(browser, 'supervisor', messages);
      await supervisor.open(id, 'HISTORY');
      const missing = messages.server('remarks.missing', { what: 'SN 2' });
      await expect(supervisor.page.getByText(missing).first()).toBeVisible();
      await supervisor.context.close();
    });
    // Close the request, so that other tests do not find it in the lists of active ones.
    await api.setStatus(id, 'COMPLETED');
    await Promise.all([client, service].map(({ context }) => context.close()));
  });
}

test('a service packs parts and downloads their shipping documents', async ({ browser }) => {
  const messages = getMessages('es');
  const { t } = messages;
  const service = await Worker.logIn(browser, 'service', messages, partsKind);
  const client = await Worker.logIn(browser, 'client', messages, partsKind);
  const api = new Api(service.page);
  const [part] = await api.call<{ id: number; partName: string }[]>(
    'client',
    'GET',
    'parts/fetch/by/category?category=HANDHELD&serviceCategories=PARTS',
  );
  const shipping = {
    contact: { firstName: 'Nino', lastName: 'Beridze', phone: '+995 32 255 01 83', email: 'nino@example.org' },
    address: { companyName: 'Aduana', country: 'GE', city: 'Tbilisi', postalCode: '0114', street: 'Gorgasali 16' },
  };
  const { id, requestId } = await api.call<{ id: number; requestId: string }>(
    'client',
    'POST',
    'parts/new-part-request-items',
    { ...shipping, parts: [{ partId: part?.id, quantity: 3 }] },
  );
  const { requestedParts } = await api.call<{ requestedParts: { id: number }[] }>(
    'admin',
    'GET',
    `parts/fetch/part-request?id=${id}`,
  );
  const approved = requestedParts.map((item) => ({ id: item.id, initialApproval: 'APPROVED' }));
  await api.call('supervisor', 'POST', `parts/update/part-request/initial-approval?id=${id}`, approved);
  await api.call('admin', 'PUT', `parts/update-part-request-status?partRequestId=${id}&status=IN_WAITING_FOR_PICK_UP`);

  await service.open(id);
  await service.press(service.button(messages.server('actions.save_packing')));
  const dialog = service.page.getByRole('dialog');
  for (const side of ['depth', 'width', 'height', 'weight']) {
    await service.write(dialog.getByLabel(t(`shipping.field.${side}`)), '20');
  }
  const cell = (key: string) =>
    dialog.getByLabel(
      t('partRequest.packing.of', { column: t(`partRequest.packing.${key}`), name: part?.partName ?? '' }),
    );
  await service.write(cell('customsValue'), '12,5');
  await service.write(cell('hsCode'), '90');
  await service.press(dialog.getByRole('button', { name: t('process.save') }));
  await expect(dialog.getByText(t('saving.rule.hsCode'))).toBeVisible();
  await service.write(cell('hsCode'), '9030.90');
  expect.soft(await getViolations(service.page), 'packing parts').toEqual([]);
  await service.press(dialog.getByRole('button', { name: t('process.save') }));
  await service.expectStatus(t('partRequest.packing.saved'));

  const pages = await downloadPdf(service, t('shipping.documents.sheet'), `${requestId}.pdf`);
  const [, packed = '', invoice = '', label = ''] = pages;
  expect(pages).toHaveLength(4);
  expect(packed).toContain(part?.partName);
  expect(invoice).toContain('9030.90');
  expect(invoice).toContain('3 12.50 37.50');
  expect(invoice).toContain('37.50 USD');
  for (const each of [messages, getMessages('en')])
    expect(invoice).toContain(each.server('shipping_documents.spare_parts'));
  expect(label).toContain('20 × 20 × 20 cm');

  await client.open(id);
  await expect(client.button(t('shipping.documents.sheet'))).toHaveCount(0);
  await Promise.all([client, service].map(({ context }) => context.close()));
});
