import { expect, test } from '@playwright/test';
import { getRecordLinks, getRecordRoute, openList, readStatuses, rows } from './listPage';
import { buildListUrl, getListState, getRoute } from './portal';

test('filters by several statuses, by client and by turn; each in the address', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const filters = page.getByRole('search');
  await filters.getByRole('combobox', { name: 'Status' }).click();
  const choices = page.getByRole('listbox', { name: 'Status' });
  await choices.getByRole('option', { name: 'New', exact: true }).click();
  await choices.getByRole('option', { name: 'In transit', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(filters.getByText('Status: 2')).toBeVisible();
  await expect.poll(() => getListState(page).filter).toEqual({ status: ['NEW', 'IN_TRANSIT'] });
  // One of the statuses may fill the page, depending on what other tests created.
  const chosen = ['New', 'In transit'];
  await expect.poll(async () => (await readStatuses(page)).filter((each) => !chosen.includes(each))).toEqual([]);
  await filters.getByRole('combobox', { name: 'Status' }).click();
  await choices.getByRole('option', { name: 'New', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => getListState(page).filter).toEqual({ status: ['IN_TRANSIT'] });
  await expect.poll(() => readStatuses(page)).toEqual(['In transit']);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await filters.getByRole('combobox', { name: 'Client' }).click();
  const client = page.getByRole('listbox', { name: 'Client' }).getByRole('option').nth(1);
  const name = (await client.textContent()) ?? '';
  await client.click();
  await expect(filters.getByText(`Client: ${name}`)).toBeVisible();
  await expect(page.locator('tbody tr').first()).toContainText(name);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Needs my action' }).click();
  await expect(page.getByRole('button', { name: 'Needs my action' })).toHaveAttribute('aria-pressed', 'true');
  // One of the steps may fill the page, depending on what other tests created.
  const steps = ['Approve or reject units', 'Approve or reject repairs'];
  await expect
    .poll(async () => {
      const texts = await page.locator('tbody td.role').allTextContents();
      return texts.length > 0 && texts.every((text) => steps.includes(text));
    })
    .toBe(true);
  await expect.poll(() => getListState(page).filter).toEqual({ myTurn: true });
});

test('columns: chosen and moved, kept in the address, reset', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('checkbox', { name: 'Request' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Client' }).click();
  await dialog.getByRole('button', { name: /Move Status down/ }).click();
  await page.keyboard.press('Escape');
  const readHeaders = () => page.locator('thead th').allTextContents();
  await expect.poll(async () => (await readHeaders()).slice(0, 3)).toEqual(['Request', 'Action required', 'Status']);
  await expect
    .poll(() => getRoute(page))
    .toContain('columns=requestId%2CactionRequired%2Cstatus%2CcreatedAt%2CupdatedAt');
  await page.reload();
  await expect.poll(async () => (await readHeaders()).slice(0, 3)).toEqual(['Request', 'Action required', 'Status']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => getRoute(page)).toBe('/en/active-repairs');
});

test('a click anywhere in a row opens the record, its details link leads there too, and Back restores the list', async ({
  page,
}) => {
  // Oldest first: requests that other tests create or change sort after them.
  const list = buildListUrl('/en/active-repairs', {
    filter: { myTurn: true },
    sort: 'createdAt',
    order: 'ASC',
    perPage: 5,
  });
  await openList(page, 'supervisor', list);
  const link = getRecordLinks(page).nth(1);
  const target = (await link.getAttribute('href'))?.slice(1) ?? '';
  expect(target).toMatch(/^\/en\/process-repair\/\d+$/);
  const details = rows(page)
    .nth(1)
    .getByRole('link', { name: /^Details of R-/ });
  await expect(details).toHaveAttribute('href', `#${target}`);
  await expect(rows(page).nth(1).locator('.details')).toContainText('1');
  // The link of the row covers its cells.
  await rows(page).nth(1).locator('td.status').click({ force: true });
  await expect.poll(() => getRecordRoute(page)).toBe(target);
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);
  await expect.poll(() => getRoute(page)).toBe(list);
  await rows(page).nth(1).locator('time').first().click();
  await expect.poll(() => getRecordRoute(page)).toBe(target);
});

test('the export has the filter and order of the list and reports the saved file', async ({ page }) => {
  await openList(
    page,
    'supervisor',
    buildListUrl('/en/active-repairs', { filter: { status: ['NEW'] }, sort: 'requestId', order: 'ASC' }),
  );
  const exportRequest = page.waitForRequest('**/files/export/active-repairs/xlsx?**');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const query = new URL((await exportRequest).url()).searchParams;
  expect(query.get('sort')).toBe('requestId,ASC');
  expect(query.getAll('status')).toEqual(['NEW']);
  const name = (await saved).suggestedFilename();
  expect(name).toMatch(/\.xlsx$/);
  await expect(page.getByRole('status').filter({ hasText: `Saved ${name}` })).toBeVisible();
});

test('an export can be canceled, and a failed one shows an error', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  await page.route('**/files/export/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Preparing file…')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  await page.unroute('**/files/export/**');
  await page.route('**/files/export/**', (route) => route.fulfill({ status: 500, json: { code: 'SERVER_ERROR' } }));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred on the server' })).toBeVisible();
});
