import { expect, test } from '@playwright/test';
import { getRecordLinks, getRecordRoute, openList, rows, search } from './listPage';
import { buildListUrl, getListState, getRoute } from './portal';

test('active repairs open with ten rows, newest first, and the columns of the spec', async ({ page }) => {
  const listRequest = page.waitForRequest('**/api/rest/active-repairs?**');
  await openList(page, 'supervisor', '/en/active-repairs');
  const query = new URL((await listRequest).url()).searchParams;
  expect(query.get('sort')).toBe('["createdAt","DESC"]');
  expect(query.get('range')).toBe('[0,9]');
  await expect(rows(page)).toHaveCount(10);
  const headers = await page.locator('thead th').allTextContents();
  expect(headers.map((header) => header.replace(/\s\(UTC.*/, ''))).toEqual([
    'Request',
    'Client',
    'Status',
    'Action required',
    'Created',
    'Last changed',
    'Details',
  ]);
  await expect(page.locator('th[aria-sort=descending]')).toContainText('Created');
  expect(headers[4]).toMatch(/^Created \(UTC−5(\/\u2060−4)?\)$/);
  await expect(page.getByText(/^Showing 1 to 10 of \d+$/)).toBeVisible();
  await expect.poll(() => getRoute(page)).toBe('/en/active-repairs');
});

test('closed repairs open with the latest completion first', async ({ page }) => {
  await openList(page, 'manager', '/en/closed-repairs');
  await expect(page.locator('th[aria-sort=descending]')).toContainText('Completed');
});

test('a client sees neither the client column nor its filter', async ({ page }) => {
  for (const route of ['active-repairs', 'closed-repairs', 'action-required']) {
    await openList(page, 'client', `/en/${route}`);
    await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveCount(0);
  }
});

test('the search is debounced, stored in the URL, and reports when nothing matches', async ({ page }) => {
  await page.clock.install();
  await openList(page, 'supervisor', '/en/active-repairs');
  const keywords: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/active-repairs'))
      keywords.push(JSON.parse(url.searchParams.get('filter') ?? '{}').keyword);
  });
  const number = (await getRecordLinks(page).nth(3).textContent()) ?? '';
  // With a paused clock typing takes no time, even on a slow machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await search(page).pressSequentially(number);
  await page.clock.runFor(200);
  expect(keywords).toEqual([]);
  await page.clock.resume();
  await expect(rows(page)).toHaveCount(1);
  await expect(getRecordLinks(page)).toHaveText([number]);
  expect(keywords).toEqual([number]);
  await expect.poll(() => getListState(page).filter).toEqual({ keyword: number });
  await expect(page.getByText('1 request found')).toBeVisible();

  await search(page).fill('nothing is called this');
  await expect(page.getByText('No results')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(search(page)).toHaveValue('');
  await expect.poll(() => getListState(page).filter).toEqual({});
});

test('a late response never replaces a newer one', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const [first, second] = [
    await getRecordLinks(page).nth(0).textContent(),
    await getRecordLinks(page).nth(1).textContent(),
  ];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith('/active-repairs') && url.search.includes(first ?? ''),
    async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    },
  );
  const recordRequest = page.waitForRequest((request) => request.url().includes(first ?? ''));
  await search(page).fill(first ?? '');
  await recordRequest;
  await search(page).fill(second ?? '');
  await expect(getRecordLinks(page)).toHaveText([second ?? '']);
  release();
  await page.waitForLoadState('networkidle');
  await expect(getRecordLinks(page)).toHaveText([second ?? '']);
});

test('the debounce of a search does not navigate back from a row that was opened meanwhile', async ({ page }) => {
  await openList(page, 'admin', buildListUrl('/en/active-repairs', { sort: 'createdAt', order: 'ASC' }));
  const link = getRecordLinks(page).nth(1);
  const target = (await link.getAttribute('href'))?.slice(1);
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
});

test('sorting shows immediately, is debounced to one request, stored in the URL, undone by Back', async ({ page }) => {
  await openList(page, 'admin', '/en/active-repairs');
  let requestCount = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/active-repairs')) requestCount += 1;
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  const header = page.getByRole('columnheader', { name: 'Status' });
  const status = header.getByRole('button');
  await status.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.clock.runFor(150);
  await status.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await page.clock.runFor(150);
  expect(requestCount).toBe(0);
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect.poll(() => getListState(page)).toMatchObject({ sort: 'status', order: 'DESC' });
  await expect.poll(() => requestCount).toBe(1);
  await expect(page.locator('table[aria-busy=false]')).toBeVisible();
  expect(requestCount).toBe(1);
  await page.goBack();
  await expect(page.locator('th[aria-sort=descending]')).toContainText('Created');
});

test('page and page size are stored in the URL', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const next = page.getByRole('button', { name: 'Go to next page' });
  await expect(page.getByRole('button', { name: 'Go to previous page' })).toBeDisabled();
  const first = await getRecordLinks(page).allTextContents();
  await next.click();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await expect.poll(() => getListState(page)).toMatchObject({ page: '2', perPage: '10' });
  await expect(getRecordLinks(page).first()).not.toHaveText(first[0] ?? '');
  expect(first).not.toContain(await getRecordLinks(page).first().textContent());
  await page.getByRole('combobox', { name: /Rows per page/ }).click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '25', '100']);
  await page.getByRole('option', { name: '25' }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect.poll(() => getListState(page)).toMatchObject({ page: '1', perPage: '25' });
  await expect(page.getByRole('navigation').getByRole('button', { name: /^(Page 1|Go to page 2)$/ })).toHaveCount(2);
});

test('a page number beyond the end shows the last page', async ({ page }) => {
  await openList(page, 'supervisor', buildListUrl('/en/active-repairs', { perPage: 25, page: 99 }));
  await expect(page.getByRole('button', { name: 'Go to next page' })).toBeDisabled();
  const { page: pageParam } = getListState(page);
  expect(Number(pageParam)).toBeGreaterThan(1);
  expect(Number(pageParam)).toBeLessThan(99);
});
