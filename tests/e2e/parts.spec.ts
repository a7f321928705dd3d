import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import { buildUniqueName, callRest, createPart, field, fillPart, type Part, picture, server, t } from './partsPage';
import { buildListUrl, getRoute, go, signIn } from './portal';
import { Api } from './repairApi';

test('a part is validated, created with an image, given services, disabled and enabled, and categorized', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const existing = await createPart(page);
  await go(page, '/en/parts');
  await page.locator('#main-content').getByRole('link', { name: 'Add part' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add part' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Add part', exact: true });
  await expect(save).toBeDisabled();

  // Ctrl+Enter shows the missing fields and focuses the first.
  await field(page, 'model').fill('Probe');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(t('saving.rule.required')).first()).toBeVisible();
  await expect(page.getByText(t('form.rule.image'))).toBeVisible();
  await expect(page.getByRole('combobox', { name: server('columns.category') })).toBeFocused();
  await page.keyboard.press('Escape');

  // The error of the server appears on its field; the input is kept.
  await fillPart(page, page, existing.number, existing.manufacturer.toUpperCase());
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByText(server('errors.field.part_taken')).first()).toBeVisible();
  await expect(field(page, 'number')).toBeFocused();
  await expect(field(page, 'description', 'es')).toHaveValue('Un detector de la prueba');
  const number = `N-${buildUniqueName()}`;
  await field(page, 'number').fill(number);
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit part' })).toBeVisible();
  await expect.poll(() => getRoute(page)).toMatch(/^\/en\/edit\/part\/\d+$/);
  await expect(page.getByRole('button', { name: t('files.previewOf', { name: number }) })).toBeVisible();

  // Predefined services of the part.
  const openServices = page.getByRole('button', { name: t('parts.services.button') });
  await openServices.click();
  const dialog = page.getByRole('dialog');
  const diagnostics = dialog.getByRole('group', { name: t('parts.services.DIAGNOSTICS') });
  const add = diagnostics.getByRole('button', { name: /^Add / }).first();
  const service = ((await add.getAttribute('aria-label')) ?? '').replace('Add ', '');
  await add.click();
  await dialog.getByRole('button', { name: t('parts.services.save') }).click();
  await expect(dialog).toBeHidden();
  await openServices.click();
  await expect(dialog.getByRole('button', { name: t('parts.services.remove', { name: service }) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // In the list: disabled immediately, and enabled again by Undo.
  await go(page, buildListUrl('/en/parts', { filter: { keyword: number } }));
  const enabled = page.getByRole('switch', { name: t('parts.enabledOf', { name: number }) });
  await expect(enabled).toBeChecked();
  await enabled.click();
  await expect(page.getByText(t('parts.switchedOff', { name: number }))).toBeVisible();
  await expect(enabled).not.toBeChecked();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(enabled).toBeChecked();
  await expect(undo).toBeHidden(); // or it would be mistaken for the next one

  // A failed request rolls back the switch and shows an error.
  const writing = (url: URL) => /^\/api\/rest\/parts\/\d+$/.test(url.pathname);
  await page.route(writing, (route) => route.abort());
  await enabled.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(undo).toBeHidden();
  await expect(enabled).toBeChecked();
  await page.unroute(writing);

  // The change is sent immediately and persists.
  for (const state of [false, true]) {
    const sent = page.waitForResponse((response) => writing(new URL(response.url())));
    await enabled.click();
    expect((await sent).status()).toBe(200);
    await expect(enabled).toBeChecked({ checked: state });
  }

  const categories = page.getByRole('combobox', { name: t('parts.categoriesOf', { name: number }) });
  await categories.click();
  await page.getByRole('option', { name: 'Repair' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('parts.saveOf', { name: number }) }).click();
  await expect(page.getByText(t('parts.categoriesSaved', { name: number }))).toBeVisible();
  await page.reload();
  await expect(categories).toHaveText('Repair');
});

test('a declared form creates and deletes a category in two languages; one in use stays (es)', async ({ page }) => {
  const { t, server } = getMessages('es');
  const label = (column: string, language: string) =>
    server('inLanguage', { label: server(`columns.${column}`), language: server(`languages.${language}`) });
  await signIn(page, 'admin');
  await go(page, '/es/part-categories/create');
  await expect(page.getByRole('heading', { level: 1, name: 'Agregar categoría de piezas' })).toBeVisible();
  const key = `K${Date.now()}`;
  const name = `Sonda ${key}`;
  await page.getByLabel(server('columns.key')).fill(key);
  await page.getByLabel(label('name', 'en')).fill(`Probe ${key}`);
  await page.getByLabel(label('name', 'es')).fill(name);
  await page.getByLabel(server('columns.position')).fill('siete');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(t('saving.rule.wholeNumber'))).toBeVisible();
  await page.getByLabel(server('columns.position')).fill('7');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(t('form.saved', { name: key }))).toBeVisible();

  await page.getByRole('textbox', { name: t('lists.search') }).fill(key);
  await page.getByRole('link', { name: key, exact: true }).click();
  await expect(page.getByLabel(label('name', 'es'))).toHaveValue(name);
  // The key of an existing category cannot be edited; leaving with unsaved input asks for confirmation.
  await expect(page.getByLabel(server('columns.key'))).toHaveCount(0);
  await page.getByLabel(label('name', 'en')).fill('Other');
  await page
    .locator('#main-content')
    .getByRole('link', { name: t('form.backToList') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('saving.leave.stay') })
    .click();
  await page.getByRole('button', { name: t('form.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('form.delete') })
    .click();
  await expect(page.getByText(t('form.deleted', { name: key }))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: server('resources.part-categories') })).toBeVisible();

  const [used] = await callRest<{ id: number }[]>(page, 'GET', 'part-categories?filter={"keyword":"HANDHELD"}');
  await go(page, `/es/part-categories/${used?.id}`);
  await page.getByRole('button', { name: t('form.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('form.delete') })
    .click();
  await expect(page.getByRole('dialog').getByText(server('errors.IN_USE'))).toBeVisible();
});

test('a conflict between two administrators who edit a part is reported, and no change is lost', async ({ page }) => {
  await signIn(page, 'admin');
  const part = await createPart(page);
  await go(page, `/en/edit/part/${part.id}`);
  await field(page, 'model').fill('Mine');
  const { id, version, ...fields } = await callRest<Part>(page, 'GET', `parts/${part.id}`);
  await callRest(page, 'PUT', `parts/${id}`, { ...fields, id, version, descriptionEn: 'Theirs', model: 'Their model' });

  const save = page.getByRole('button', { name: t('form.save'), exact: true });
  await save.click();
  await expect(page.getByText(t('saving.stale.entry'))).toBeVisible();
  await expect(page.getByText('now “Their model”, your version “Mine”')).toBeVisible();
  await expect(field(page, 'model')).toHaveValue('Mine');
  await page.getByRole('button', { name: t('saving.stale.loadKeep') }).click();
  await expect(field(page, 'model')).toHaveValue('Mine');
  await expect(field(page, 'description', 'en')).toHaveValue('Theirs');
  await save.click();
  await expect(page.getByText(t('form.saved', { name: part.number }))).toBeVisible();
  const after = await callRest<Part & { descriptionEn: string }>(page, 'GET', `parts/${id}`);
  expect([after.model, after.descriptionEn]).toEqual(['Mine', 'Theirs']);
});

test('a suggested part is added to the catalog', async ({ page }) => {
  const api = new Api(page);
  const proposed = `Neutron tube ${buildUniqueName()}`;
  const file = { name: 'p.png', size: picture.length, type: 'image/png', base64: picture.toString('base64') };
  const person = { firstName: 'Ana', lastName: 'Ruiz', phone: '+34 600 000 000', email: 'ana@example.org' };
  const place = {
    companyName: 'Port',
    country: 'ES',
    city: 'Cádiz',
    postalCode: '11006',
    street: 'Muelle',
    building: '',
  };
  const request = await api.call<{ id: number }>('client', 'POST', 'parts/new-part-request-items', {
    contact: person,
    address: place,
    parts: [{ id: -1, partName: proposed, quantity: 2, image: file }],
  });
  await signIn(page, 'admin');
  await go(page, `/en/process-part-request/${request.id}`);
  const add = page.getByRole('button', { name: t('partRequest.catalogue.addItem', { name: proposed }) });
  await add.click();
  const dialog = page.getByRole('dialog');
  await expect(field(dialog, 'model')).toHaveValue(proposed);
  const number = `P-${buildUniqueName()}`;
  await fillPart(dialog, page, number, 'Acme');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('saving.leave.stay') }).click();
  await dialog.getByRole('button', { name: 'Add part', exact: true }).click();
  await expect(page.getByText(t('partRequest.catalogue.added'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(add).toHaveCount(0);
  const { requestedParts } = await api.call<{ requestedParts: { partName: string; category: { key: string } }[] }>(
    'admin',
    'GET',
    `parts/fetch/part-request?id=${request.id}`,
  );
  expect(requestedParts.map(({ partName, category }) => [partName, category.key])).toEqual([[proposed, 'HANDHELD']]);
});
