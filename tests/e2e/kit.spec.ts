import { expect, test } from '@playwright/test';
import { findings } from './accessibility';
import { canReadMails, mailsTo } from './mails';
import { parts as partsKind } from './partRequestPage';
import { papersSavedBy } from './pdf';
import { Worker } from './processPage';
import { Api } from './repairApi';
import { wordsIn } from './words';

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
async function toBeShipped(api: Api): Promise<{ id: number; number: string }> {
  const id = await api.create(4);
  const { repairParts } = await api.read(id);
  const decisions = repairParts.map((part, place) => ({ id: part.id, status: place < 3 ? 'APPROVED' : 'REJECTED' }));
  await api.call('supervisor', 'POST', `repairing/change/initial/status/all?repairId=${id}`, decisions);
  await api.moveOn(id, 'supervisor');
  const { number } = await api.call<{ number: string }>('admin', 'GET', `repairing/fetch/repair?repairId=${id}`);
  return { id, number };
}

for (const language of ['en', 'es'] as const) {
  test(`units are packed with documents, checked in, and the client is notified (${language})`, async ({
    browser,
  }) => {
    const words = wordsIn(language);
    const { say } = words;
    const [client, service] = await Promise.all([
      Worker.come(browser, 'client', words),
      Worker.come(browser, 'service', words),
    ]);
    const api = new Api(client.page);
    const { id, number } = await toBeShipped(api);
    const { repairParts } = await api.call<{ repairParts: { partName: string }[] }>(
      'client',
      'GET',
      `repairing/fetch/repair?repairId=${id}`,
    );
    const nameOf = (serial: string) => say('repair.unit.name', { part: repairParts[0]?.partName ?? '', serial });

    await test.step('the client packs', async () => {
      await client.open(id);
      for (const [place, weight] of ['7.5', '2'].entries()) {
        if (place > 0) await client.press(client.button(say('shipping.addPackage')));
        const group = client.page.getByRole('group', { name: say('shipping.package', { number: place + 1 }) });
        for (const side of ['depth', 'width', 'height']) {
          await client.write(group.getByLabel(say(`shipping.field.${side}`)), '30');
        }
        await client.write(group.getByLabel(say('shipping.field.weight')), weight);
      }
      await client.page.getByRole('heading', { name: say('repair.packing.title') }).scrollIntoViewIfNeeded();
      await client.hands.choose(client.cell('repair.column.package', nameOf('SN 1')), '2');
      await client.press(
        client.button(say('repair.packing.rest', { package: say('shipping.package', { number: 1 }) })),
      );
      await client.write(client.cell('repair.column.customsValue', nameOf('SN 1')), '1250');
      await client.hands.choose(client.cell('repair.column.origin', nameOf('SN 1')), 'ES');
      await client.hands.choose(client.cell('repair.column.battery', nameOf('SN 1')), 'LITHIUM_ION');
      await client.hands.choose(client.cell('repair.column.checkSource', nameOf('SN 2')), 'INSIDE');
      await expect(client.cell('repair.column.package', nameOf('SN 4'))).toHaveCount(0);
      expect.soft(await findings(client.page), 'the packing table').toEqual([]);
      await client.save();
      await client.told(say('repair.saved.shipping'));
    });

    await test.step('the shipping documents are in the language of the client and in English', async () => {
      const pages = await papersSavedBy(client, say('shipping.documents.sheet'), `${number}.pdf`);
      const [overview = '', one = '', two = '', invoice = '', declaration = '', labels = ''] = pages;
      expect(pages).toHaveLength(6);
      for (const each of [words, wordsIn('en')]) {
        expect(overview).toContain(each.server('papers.refused'));
        expect(invoice).toContain(each.server('papers.not_for_sale'));
        expect(declaration).toContain(each.server('battery.LITHIUM_ION'));
        expect(labels).toContain(each.server('papers.scan'));
      }
      expect(overview).toContain('SN 4');
      expect(
        [one, two].map((page) => ['SN 1', 'SN 2', 'SN 3', 'SN 4'].filter((serial) => page.includes(serial))),
      ).toEqual([['SN 2', 'SN 3'], ['SN 1']]);
      // The HS code is from the catalog, the country of origin from the unit.
      expect(invoice).toContain(`SN 1 9030.10 ES 1 ${language === 'es' ? '1.250,00' : '1,250.00'}`);
    });

    await test.step('the service records the goods receipt', async () => {
      await api.setStatus(id, 'IN_TRANSIT');
      await service.open(id);
      await service.press(service.button(say('repair.arrivals.tick')));
      const dialog = service.page.getByRole('dialog');
      const scan = dialog.getByLabel(say('repair.arrivals.scan'));
      for (const code of ['sn1', 'X-99']) {
        await service.write(scan, code);
        await service.page.keyboard.press('Enter');
      }
      await expect(dialog.getByRole('status').filter({ hasText: 'X-99' })).toBeVisible();
      await service.press(dialog.getByRole('group', { name: 'X-99' }).getByRole('combobox'));
      await service.press(service.page.getByRole('option', { name: say('shipping.package', { number: 2 }) }));
      const mark = (serial: string, outcome: string) =>
        service.press(
          dialog
            .getByRole('group', { name: say('repair.arrivals.stateOf', { name: nameOf(serial) }) })
            .getByRole('button', { name: words.server(`found.${outcome}`) }),
        );
      await mark('SN 2', 'MISSING');
      await mark('SN 3', 'DAMAGED');
      await service.write(
        dialog.getByLabel(say('repair.arrivals.noteOf', { name: nameOf('SN 3') })),
        'The display is cracked',
      );
      await dialog.locator('input[type=file]').setInputFiles(photo);
      await expect(dialog.getByText('crack')).toBeVisible();
      expect.soft(await findings(service.page), 'what arrived').toEqual([]);
      const row = await dialog.getByRole('group', { name: nameOf('SN 1'), exact: true }).boundingBox();
      const field = await scan.locator('xpath=..').boundingBox();
      expect.soft([row?.height, field?.height], 'heights of a row and of the scan field').toEqual([57, 56]);
      await service.press(dialog.getByRole('button', { name: say('repair.arrivals.done') }));
      await service.told(say('repair.arrivals.saved'));
    });

    await test.step('the client sees the differences and the photo of the damage', async () => {
      await client.open(id);
      const shown = client.page.locator('#main-content');
      for (const difference of [
        `${words.server('found.MISSING')}: ${nameOf('SN 2')}`,
        `${words.server('found.DAMAGED')}: ${nameOf('SN 3')}`,
        'The display is cracked',
        `${words.server('found.UNANNOUNCED')}: ${say('repair.arrivals.inPackage', { name: 'X-99', number: 2 })}`,
      ]) {
        await expect(shown.getByText(difference, { exact: true })).toBeVisible();
      }
      // Damaged units count as received.
      await expect(shown.getByText(say('repair.arrivals.count', { there: 2, total: 3 }))).toBeVisible();
      await client.press(client.button(say('files.attachmentsOf', { of: nameOf('SN 3'), smart_count: 1 })));
      await expect(client.page.getByRole('dialog').getByText('crack')).toBeVisible();
      expect.soft(await findings(client.page), 'the differences').toEqual([]);
    });

    await test.step('after the transition the email to the client and the history of the supervisor have them', async () => {
      await api.moveOn(id, 'service');
      const told = (what: string) =>
        expect
          .poll(
            () => mailsTo('nino.beridze@').filter(({ text }) => text.includes(number) && text.includes(what)).length,
            { timeout: 30_000 },
          )
          .toBeGreaterThan(0);
      if (canReadMails) for (const what of ['SN 2', 'The display is cracked', 'X-99']) await told(what);
      const supervisor = await Worker.come(browser, 'supervisor', words);
      await supervisor.open(id, 'HISTORY');
      const missing = words.server('remarks.missing', { what: 'SN 2' });
      await expect(supervisor.page.getByText(missing).first()).toBeVisible();
      await supervisor.context.close();
    });
    // Close the request, so that other tests do not find it in the lists of active ones.
    await api.setStatus(id, 'COMPLETED');
    await Promise.all([client, service].map(({ context }) => context.close()));
  });
}

test('a service packs parts and downloads their shipping documents', async ({ browser }) => {
  const words = wordsIn('es');
  const { say } = words;
  const service = await Worker.come(browser, 'service', words, partsKind);
  const client = await Worker.come(browser, 'client', words, partsKind);
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
  await service.press(service.button(words.server('actions.save_packing')));
  const dialog = service.page.getByRole('dialog');
  for (const side of ['depth', 'width', 'height', 'weight']) {
    await service.write(dialog.getByLabel(say(`shipping.field.${side}`)), '20');
  }
  const cell = (key: string) =>
    dialog.getByLabel(
      say('partRequest.packing.of', { column: say(`partRequest.packing.${key}`), name: part?.partName ?? '' }),
    );
  await service.write(cell('customsValue'), '12,5');
  await service.write(cell('hsCode'), '90');
  await service.press(dialog.getByRole('button', { name: say('process.save') }));
  await expect(dialog.getByText(say('saving.rule.hsCode'))).toBeVisible();
  await service.write(cell('hsCode'), '9030.90');
  expect.soft(await findings(service.page), 'packing parts').toEqual([]);
  await service.press(dialog.getByRole('button', { name: say('process.save') }));
  await service.told(say('partRequest.packing.saved'));

  const pages = await papersSavedBy(service, say('shipping.documents.sheet'), `${requestId}.pdf`);
  const [, packed = '', invoice = '', label = ''] = pages;
  expect(pages).toHaveLength(4);
  expect(packed).toContain(part?.partName);
  expect(invoice).toContain('9030.90');
  expect(invoice).toContain('3 12,50 37,50');
  expect(invoice).toContain('37.50 USD');
  for (const each of [words, wordsIn('en')]) expect(invoice).toContain(each.server('papers.spare_parts'));
  expect(label).toContain('20 × 20 × 20 cm');

  await client.open(id);
  await expect(client.button(say('shipping.documents.sheet'))).toHaveCount(0);
  await Promise.all([client, service].map(({ context }) => context.close()));
});
