import { expect, type Page, test } from '@playwright/test';
import { go, listAddress, listStateOf, routeOf, signIn, type User } from './portal';

const rows = (page: Page) => page.locator('tbody tr');
const numbers = (page: Page) => page.locator('tbody a.whole');
/** Where a record's page is; its open tab may be in the address already. */
const recordOf = (page: Page) => routeOf(page).split('?')[0];
const search = (page: Page) => page.getByRole('textbox', { name: 'Search this list' });

async function openList(page: Page, user: User, route: string) {
  await signIn(page, user);
  await go(page, route);
  await expect(numbers(page).first()).toBeVisible();
}

test('active repairs as they open: newest first, ten, the columns of the spec', async ({ page }) => {
  const asked = page.waitForRequest('**/api/rest/active-repairs?**');
  await openList(page, 'supervisor', '/en/active-repairs');
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('sort')).toBe('["createdAt","DESC"]');
  expect(query.get('range')).toBe('[0,9]');
  await expect(rows(page)).toHaveCount(10);
  const heads = await page.locator('thead th').allTextContents();
  expect(heads.map((head) => head.replace(/ \(UTC.*/, ''))).toEqual([
    'Request',
    'Client',
    'Status',
    'Action required',
    'Created',
    'Last changed',
    'Details',
  ]);
  await expect(page.locator('th[aria-sort=descending]')).toContainText('Created');
  expect(heads[4]).toMatch(/\(UTC-5\/-4, New York\)/);
  await expect(page.getByText(/^Showing 1 to 10 of \d+$/)).toBeVisible();
  await expect.poll(() => routeOf(page)).toBe('/en/active-repairs');
});

test('closed repairs as they open: by completion', async ({ page }) => {
  await openList(page, 'manager', '/en/closed-repairs');
  await expect(page.locator('th[aria-sort=descending]')).toContainText('Completed');
});

test('a client sees no client column, nor its filter', async ({ page }) => {
  for (const route of ['active-repairs', 'closed-repairs', 'action-required']) {
    await openList(page, 'client', `/en/${route}`);
    await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveCount(0);
  }
});

test('the search waits, lives in the address, and says when nothing matches', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/active-repairs'))
      asked.push(JSON.parse(url.searchParams.get('filter') ?? '{}').keyword);
  });
  const number = (await numbers(page).nth(3).textContent()) ?? '';
  await search(page).pressSequentially(number, { delay: 20 });
  await expect(rows(page)).toHaveCount(1);
  await expect(numbers(page)).toHaveText([number]);
  expect(asked).toEqual([number]);
  await expect.poll(() => listStateOf(page).filter).toEqual({ keyword: number });
  await expect(page.getByText('1 request found')).toBeVisible();

  await search(page).fill('nothing is called this');
  await expect(page.getByText('No match')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(search(page)).toHaveValue('');
  await expect.poll(() => listStateOf(page).filter).toEqual({});
});

test('an answer that comes late never replaces a newer one', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const [first, second] = [await numbers(page).nth(0).textContent(), await numbers(page).nth(1).textContent()];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith('/active-repairs') && url.search.includes(first ?? ''),
    async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    },
  );
  const asked = page.waitForRequest((request) => request.url().includes(first ?? ''));
  await search(page).fill(first ?? '');
  await asked;
  await search(page).fill(second ?? '');
  await expect(numbers(page)).toHaveText([second ?? '']);
  release();
  await page.waitForLoadState('networkidle');
  await expect(numbers(page)).toHaveText([second ?? '']);
});

test('whoever opens a row while a search is still resting is not brought back', async ({ page }) => {
  await openList(page, 'admin', listAddress('/en/active-repairs', { sort: 'createdAt', order: 'ASC' }));
  const link = numbers(page).nth(1);
  const target = (await link.getAttribute('href'))?.slice(1);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/RepairPage*.js', async (route) => {
    await held;
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
  await expect.poll(() => recordOf(page)).toBe(target);
});

test('sorting: at once on screen, one request when it has rested, in the address, and back', async ({ page }) => {
  await openList(page, 'admin', '/en/active-repairs');
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/active-repairs')) asked += 1;
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  const head = page.getByRole('columnheader', { name: 'Status' });
  const status = head.getByRole('button');
  await status.click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await page.clock.runFor(150);
  await status.click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.clock.runFor(150);
  expect(asked).toBe(0);
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect.poll(() => listStateOf(page)).toMatchObject({ sort: 'status', order: 'DESC' });
  await expect.poll(() => asked).toBe(1);
  await expect(page.locator('table[aria-busy=false]')).toBeVisible();
  expect(asked).toBe(1);
  await page.goBack();
  await expect(page.locator('th[aria-sort=descending]')).toContainText('Created');
});

test('pages and page sizes', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const next = page.getByRole('button', { name: 'Go to next page' });
  await expect(page.getByRole('button', { name: 'Go to previous page' })).toBeDisabled();
  const first = await numbers(page).allTextContents();
  await next.click();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await expect.poll(() => listStateOf(page)).toMatchObject({ page: '2', perPage: '10' });
  await expect(numbers(page).first()).not.toHaveText(first[0] ?? '');
  expect(first).not.toContain(await numbers(page).first().textContent());
  await page.getByRole('combobox', { name: /Rows per page/ }).click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '25', '100']);
  await page.getByRole('option', { name: '25' }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect.poll(() => listStateOf(page)).toMatchObject({ page: '1', perPage: '25' });
  await expect(page.getByRole('navigation').getByRole('button', { name: /^(Page 1|Go to page 2)$/ })).toHaveCount(2);
});

test('a page that is gone leads to the last one', async ({ page }) => {
  await openList(page, 'supervisor', listAddress('/en/active-repairs', { perPage: 25, page: 2 }));
  const last = routeOf(page);
  await go(page, listAddress('/en/active-repairs', { perPage: 25, page: 99 }));
  await expect.poll(() => routeOf(page)).toBe(last);
  await expect(numbers(page).first()).toBeVisible();
});

test('filters by several statuses, by client and by turn; each in the address', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  const filters = page.getByRole('search');
  await filters.getByRole('combobox', { name: 'Status' }).click();
  const choices = page.getByRole('listbox', { name: 'Status' });
  await choices.getByRole('option', { name: 'New', exact: true }).click();
  await choices.getByRole('option', { name: 'In transit', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(filters.getByText('Status: 2')).toBeVisible();
  await expect.poll(() => listStateOf(page).filter).toEqual({ status: ['NEW', 'IN_TRANSIT'] });
  await expect
    .poll(async () => [...new Set(await page.locator('tbody td.status').allTextContents())].sort())
    .toEqual(['In transit', 'New']);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await filters.getByRole('combobox', { name: 'Client' }).click();
  const client = page.getByRole('listbox', { name: 'Client' }).getByRole('option').nth(1);
  const name = (await client.textContent()) ?? '';
  await client.click();
  await expect(filters.getByText(`Client: ${name}`)).toBeVisible();
  await expect(page.locator('tbody tr').first()).toContainText(name);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'My turn' }).click();
  await expect(page.getByRole('button', { name: 'My turn' })).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => new Set(await page.locator('tbody td.role').allTextContents()))
    .toEqual(new Set(['from you']));
  await expect.poll(() => listStateOf(page).filter).toEqual({ myTurn: true });
});

test('columns: chosen and moved, kept in the address, reset', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('checkbox', { name: 'Request' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Client' }).click();
  await dialog.getByRole('button', { name: /Move Status down/ }).click();
  await page.keyboard.press('Escape');
  const heads = () => page.locator('thead th').allTextContents();
  await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['Request', 'Action required', 'Status']);
  await expect
    .poll(() => routeOf(page))
    .toContain('columns=requestId%2CactionRequired%2Cstatus%2CcreatedAt%2CupdatedAt');
  await page.reload();
  await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['Request', 'Action required', 'Status']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => routeOf(page)).toBe('/en/active-repairs');
});

test('the whole row opens the record, so does the details button, and Back returns to the list as it was', async ({
  page,
}) => {
  // The oldest: what other tests create and move meanwhile stands below them.
  const list = listAddress('/en/active-repairs', {
    filter: { myTurn: true },
    sort: 'createdAt',
    order: 'ASC',
    perPage: 5,
  });
  await openList(page, 'supervisor', list);
  const link = numbers(page).nth(1);
  const target = (await link.getAttribute('href'))?.slice(1) ?? '';
  expect(target).toMatch(/^\/en\/process-repair\/\d+$/);
  const details = rows(page)
    .nth(1)
    .getByRole('link', { name: /^Details of R-/ });
  await expect(details).toHaveAttribute('href', `#${target}`);
  await expect(rows(page).nth(1).locator('.details')).toContainText('1');
  // The link lies over the cells.
  await rows(page).nth(1).locator('td.status').click({ force: true });
  await expect.poll(() => recordOf(page)).toBe(target);
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);
  await expect.poll(() => routeOf(page)).toBe(list);
  await rows(page).nth(1).locator('time').first().click();
  await expect.poll(() => recordOf(page)).toBe(target);
});

test('the export saves what the list shows and says so', async ({ page }) => {
  await openList(
    page,
    'supervisor',
    listAddress('/en/active-repairs', { filter: { status: ['NEW'] }, sort: 'requestId', order: 'ASC' }),
  );
  const asked = page.waitForRequest('**/files/export/active-repairs/xlsx?**');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('sort')).toBe('requestId,ASC');
  expect(query.getAll('status')).toEqual(['NEW']);
  const name = (await saved).suggestedFilename();
  expect(name).toMatch(/\.xlsx$/);
  await expect(page.getByRole('status').filter({ hasText: `Saved ${name}` })).toBeVisible();
});

test('an export can be cancelled, and one that fails says so', async ({ page }) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  await page.route('**/files/export/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Preparing the file…')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  await page.unroute('**/files/export/**');
  await page.route('**/files/export/**', (route) => route.fulfill({ status: 500, json: { code: 'SERVER_ERROR' } }));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred on the server' })).toBeVisible();
});
