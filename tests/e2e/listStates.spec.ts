import { expect, type Page, test } from '@playwright/test';
import { getRecordLinks, openList, rows, search } from './listPage';
import { buildListUrl, go, signIn } from './portal';

// Times are those of New York, wherever the viewer is.
test.use({ timezoneId: 'Europe/Chisinau' });

/** Mock a list of `total` rows, which returns the requested range. */
async function withRows(page: Page, resource: string, total: number) {
  await page.route(`**/api/rest/${resource}?**`, (route) => {
    const [from, to] = JSON.parse(new URL(route.request().url()).searchParams.get('range') ?? '[0,9]');
    const content = Array.from({ length: total }, (_, index) => ({
      id: index + 1,
      requestId: `R-2026-${String(index + 1).padStart(6, '0')}`,
      clientUsername: 'client',
      clientName: 'Customs Service, Georgia',
      units: index + 1,
      status: 'NEW',
      actionRequired: 'SUPERVISOR',
      actionRequiredFromCurrentUser: index === 0,
      createdAt: '2026-11-20T21:12:00Z',
      updatedAt: '2026-11-20T21:12:00Z',
      completedAt: null,
      isOverdue: index === 1,
      isLate: index === 2,
    })).slice(from, to + 1);
    return route.fulfill({ json: content, headers: { 'Content-Range': `${resource} ${from}-${to}/${total}` } });
  });
}

test("one row, and three hundred; what is overdue is marked; times are New York's, with the viewer's own on hover", async ({
  page,
}) => {
  await withRows(page, 'active-repairs', 1);
  await openList(page, 'supervisor', '/en/active-repairs');
  await expect(page.getByText('Showing 1 to 1 of 1')).toBeVisible();
  await expect(page.locator('time').first()).toHaveText('11/20/2026 04:12 PM');
  await expect(page.locator('time').first()).toHaveAttribute('title', 'Your time: 11/20/2026 11:12 PM');
  // The number of units needs a wide window.
  await page.setViewportSize({ width: 1680, height: 900 });
  await expect(page.getByText('1 unit', { exact: true })).toBeVisible();
  await page.unroute('**/api/rest/active-repairs?**');
  await withRows(page, 'active-repairs', 300);
  await go(page, buildListUrl('/en/active-repairs', { perPage: 100, page: 3 }));
  await expect(page.getByText('Showing 201 to 300 of 300')).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await go(page, buildListUrl('/en/active-repairs', { perPage: 100 }));
  await expect(rows(page).nth(1)).toContainText('Overdue');
  await expect(page.getByText('Overdue')).toHaveCount(1);
  // In words wherever the column has room: not below the status, where the text is hidden.
  await page.setViewportSize({ width: 1280, height: 900 });
  const late = await page.getByText('Delayed').boundingBox();
  const status = await rows(page).nth(2).locator('.MuiChip-root').boundingBox();
  expect((late?.y ?? 999) - (status?.y ?? 0)).toBeLessThan(status?.height ?? 0);
});

test('a failed request, also while offline, shows the error, keeps the search text and can be retried', async ({
  page,
  context,
}) => {
  await openList(page, 'supervisor', '/en/active-repairs');
  await test.step('the next page shows an error while offline, and a retry loads it', async () => {
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByRole('alert')).toContainText('An error occurred in the browser!');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Showing 11 to 20/)).toBeVisible();
  });
  await page.route('**/api/rest/active-repairs?**', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'SERVER_ERROR', message: 'An error occurred on the server', requestId: 'a1b2' },
    }),
  );
  await search(page).fill('R-');
  await expect(page.getByRole('alert')).toContainText('An error occurred on the server (Reference: a1b2)');
  await expect(search(page)).toHaveValue('R-');
  await page.unroute('**/api/rest/active-repairs?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('action required lists every request type; counters are asked for every ten seconds, unless the tab is hidden', async ({
  page,
}) => {
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().includes('fetch-number')) polls += 1;
  });
  await page.clock.install();
  await openList(page, 'service', '/en/action-required');
  const navigation = page.getByRole('navigation');
  await test.step('a hidden tab does not poll, and refetches immediately when it becomes visible', async () => {
    await expect(navigation.getByLabel(/need your action/).first()).toBeVisible();
    expect(polls).toBe(1);
    const second = page.waitForResponse(/fetch-number/);
    await page.clock.runFor(10_100);
    await (await second).finished();
    expect(polls).toBe(2);
    // The page must read the response before its clock jumps by a minute: the counters would still be fresh then.
    await page.evaluate(() => fetch('/healthz').then((health) => health.text()));
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    await show('hidden');
    await page.clock.fastForward(60_000);
    expect(polls).toBe(2);
    await show('visible');
    await expect.poll(() => polls).toBe(3);
  });
  await expect(page.locator('thead')).toContainText('Category');
  // The type of the newest request depends on other tests: expect the route that matches its number.
  const pages: Record<string, [kind: string, address: RegExp]> = {
    R: ['Repair', /^#\/en\/process-repair\/\d+$/],
    P: ['Part request', /^#\/en\/process-part-request\/\d+$/],
    S: ['Remote support', /^#\/en\/remote-support\/process\/\d+$/],
  };
  const number = (await getRecordLinks(page).first().textContent()) ?? '';
  const [kind, address] = pages[number.trim().charAt(0)] ?? ['', /^$/];
  const row = page.locator('tbody tr', { hasText: number.trim() });
  await expect(row).toContainText(kind);
  await expect(row.getByRole('link', { name: number.trim() }).first()).toHaveAttribute('href', address);
  const total = Number(/of (\d+)/.exec((await page.getByText(/^Showing/).textContent()) ?? '')?.[1]);
  await expect(navigation.getByRole('link', { name: 'Action required' }).getByRole('img')).toHaveText(
    total > 9 ? '9+' : String(total),
  );
  await expect(navigation.getByRole('link', { name: 'Active repairs' }).getByRole('img')).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Closed repairs' }).getByRole('img')).toHaveCount(0);
});

test('on a phone the rows are cards and nothing scrolls sideways', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await signIn(page, 'supervisor');
  for (const route of ['/es/active-repairs', '/es/closed-repairs', '/es/action-required', '/en/active-repairs']) {
    await go(page, route);
    await expect(page.locator('#main-content li a').first()).toBeVisible();
    await expect(page.locator('table')).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, route).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Closed repairs/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // Navigation resets the scroll position.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await context.close();
});

test('on a phone all actions of a list fit the screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await signIn(page, 'admin');
  // This list has the most actions: sort, columns, export and import.
  await go(page, '/es/parts');
  await page.getByRole('button', { name: 'Filtros, orden y columnas' }).click();
  const sheet = page.getByRole('dialog');
  const buttons = sheet.getByRole('button').or(sheet.getByRole('link'));
  await expect(buttons.filter({ hasText: 'Importar' })).toBeVisible();
  for (const button of await buttons.all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999), await button.innerText()).toBeLessThanOrEqual(360);
  }
  await context.close();
});
