import { expect, type Page, test } from '@playwright/test';
import { getRecordLinks, openList, rows, search } from './listPage';
import { getListState, getRoute } from './portal';

/** Stop the clock of the page: typing and clicks then take no time, even on a slow machine. */
const pauseClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

test('a list opens with its newest rows, and requests only the last of several sorts and searches', async ({
  page,
}) => {
  test.slow();
  const listQueries: URLSearchParams[] = [];
  const polls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/active-repairs')) listQueries.push(searchParams);
    if (pathname.includes('fetch-number')) polls.push(pathname);
  });
  // Administrators have no counters, whose changes by other tests would request the list again.
  await openList(page, 'admin', '/en/active-repairs');

  await test.step('it has ten rows, newest first, and the columns of the spec', async () => {
    expect(listQueries[0]?.get('sort')).toBe('["createdAt","DESC"]');
    expect(listQueries[0]?.get('range')).toBe('[0,9]');
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

  await page.clock.install();
  await test.step('sorting shows immediately, is debounced to one request, stored in the URL, undone by Back', async () => {
    const getSorts = () => listQueries.map((query) => query.get('sort')).filter((sort) => sort?.includes('status'));
    await pauseClock(page);
    const header = page.getByRole('columnheader', { name: 'Status' });
    const status = header.getByRole('button');
    await status.click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await page.clock.runFor(150);
    await status.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.clock.runFor(150);
    expect(getSorts()).toEqual([]);
    await page.clock.runFor(100);
    await page.clock.resume();
    await expect.poll(() => getListState(page)).toMatchObject({ sort: 'status', order: 'DESC' });
    await expect.poll(getSorts).toEqual(['["status","DESC"]']);
    await expect(page.locator('table[aria-busy=false]')).toBeVisible();
    expect(getSorts()).toHaveLength(1);
    await page.goBack();
    await expect(page.locator('th[aria-sort=descending]')).toContainText('Created');
    await expect(page.locator('table[aria-busy=false]')).toBeVisible();
  });

  await test.step('the search is debounced, stored in the URL, and reports when nothing matches', async () => {
    const getKeywords = () => listQueries.flatMap((query) => JSON.parse(query.get('filter') ?? '{}').keyword ?? []);
    const number = (await getRecordLinks(page).nth(3).textContent()) ?? '';
    await pauseClock(page);
    await search(page).pressSequentially(number);
    await page.clock.runFor(200);
    expect(getKeywords()).toEqual([]);
    await page.clock.resume();
    await expect(rows(page)).toHaveCount(1);
    await expect(getRecordLinks(page)).toHaveText([number]);
    expect(getKeywords()).toEqual([number]);
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

  await test.step('a late response never replaces a newer one', async () => {
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
    const late = await recordRequest;
    await search(page).fill(second ?? '');
    await expect(getRecordLinks(page)).toHaveText([second ?? '']);
    release();
    // The page may have canceled the request.
    await late.response().catch(() => undefined);
    await page.clock.runFor(500);
    await expect(getRecordLinks(page)).toHaveText([second ?? '']);
  });

  await test.step('an administrator has no counters, and asks for none', async () => {
    await page.clock.runFor(25_000);
    // Account requests of other tests may be counted, without polling.
    const counted = page.getByRole('link', { name: /your action/ }).filter({ hasNotText: 'Account requests' });
    await expect(counted).toHaveCount(0);
    expect(polls).toEqual([]);
  });
});
