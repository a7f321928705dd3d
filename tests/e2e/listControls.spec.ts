import { expect, test } from '@playwright/test';
import { getRecordLinks, getRecordRoute, openList, readStatuses, rows, search } from './listPage';
import { buildListUrl, getListState, getRoute, go } from './portal';

test('filters by several statuses, by client and by turn; each in the address and in the export', async ({ page }) => {
  test.slow();
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
  await expect.poll(() => getListState(page).filter).toEqual({});
  await filters.getByRole('combobox', { name: 'Client' }).click();
  const client = page.getByRole('listbox', { name: 'Client' }).getByRole('option').nth(1);
  const name = (await client.textContent()) ?? '';
  await client.click();
  await expect(filters.getByText(`Client: ${name}`)).toBeVisible();
  await expect(page.locator('tbody tr').first()).toContainText(name);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => getListState(page).filter).toEqual({});
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

  await test.step('the export has the filter and order of the list and reports the saved file', async () => {
    const order = { sort: 'requestId', order: 'ASC' };
    await go(page, buildListUrl('/en/active-repairs', { filter: { status: ['NEW'] }, ...order }));
    await expect(page.locator('th[aria-sort=ascending]')).toContainText('Request');
    await expect.poll(() => readStatuses(page)).toEqual(['New']);
    const exportRequest = page.waitForRequest('**/files/export/active-repairs/xlsx?**');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const query = new URL((await exportRequest).url()).searchParams;
    expect(query.get('sort')).toBe('requestId,ASC');
    expect(query.getAll('status')).toEqual(['NEW']);
    const fileName = (await saved).suggestedFilename();
    expect(fileName).toMatch(/\.xlsx$/);
    await expect(page.getByRole('status').filter({ hasText: `Saved ${fileName}` })).toBeVisible();
  });
});

test('a click anywhere in a row opens the record, its details link leads there too, and Back restores the list', async ({
  page,
}) => {
  test.slow();
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
  await test.step('the debounce of a search does not navigate back from a row that was opened meanwhile', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/RepairPage*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await search(page).fill('R-');
    await link.click();
    await page.clock.runFor(1_000);
    release();
    await page.clock.resume();
    await expect(page.getByRole('tablist')).toBeVisible();
    await expect.poll(() => getRecordRoute(page)).toBe(target);
    await page.goBack();
    await expect(rows(page)).toHaveCount(5);
    await expect.poll(() => getRoute(page)).toBe(list);
  });
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
