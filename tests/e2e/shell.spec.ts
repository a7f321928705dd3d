import { expect, type Route, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages } from './messages';
import { go, signIn } from './portal';

const { t } = getMessages('en');

test('a chunk of the search dialog that fails to load can be retried, and the form behind it keeps its input', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const code = /\/assets\/SearchDialog-[\w-]+\.js$/;
  await page.route(code, (route) => route.abort());
  await go(page, '/en/create/part');
  const typed = page.getByRole('textbox', { name: 'Model' });
  await typed.fill('Half typed');
  await page.keyboard.press('Control+k');
  const lost = page.getByRole('dialog', { name: t('shared.errorTitle') });
  await expect(lost).toContainText(t('errors.network'));
  await expectNoViolations(page);
  await page.unroute(code);
  await lost.getByRole('button', { name: t('shared.tryAgain') }).click();
  await expect(page.getByRole('combobox', { name: t('search.label') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(typed).toHaveValue('Half typed');
});

test('a page chunk that fails to load can be retried, and keeps the navigation', async ({ page }) => {
  await signIn(page, 'admin');
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const code = /\/assets\/MailPage-[\w-]+\.js$/;
  await page.route(code, (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Email notifications' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: t('shared.tryAgain') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email notifications' })).toBeVisible();
});

test('a banner is shown while the browser is offline', async ({ page, context }) => {
  await signIn(page, 'supervisor');
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  const message = page.getByRole('status').filter({ hasText: t('shell.offline') });
  await expect(message).toBeVisible();
  await expectNoViolations(page);
  await context.setOffline(false);
  await expect(message).toHaveCount(0);
});

test('a new version is offered, and loaded on request', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'supervisor');
  const known = page.waitForResponse(
    (response) => response.request().resourceType() === 'fetch' && response.url().endsWith('/'),
  );
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await known;
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}<!-- newer -->` });
    },
  );
  const message = page.getByRole('status').filter({ hasText: 'A new version is available' });
  await expect(message).toHaveCount(0);
  await page.clock.fastForward(11 * 60_000);
  await expect(message).toBeVisible();
  await message.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('a signed-in user sees the loading message until the list chunk is loaded', async ({ page }) => {
  await signIn(page, 'supervisor');
  const pendingRoutes: Route[] = [];
  await page.route(/\/assets\/list-[\w-]+\.js$/, (route) => {
    pendingRoutes.push(route);
  });
  const declared = page.waitForResponse((response) => response.url().endsWith('/api/rest/meta'));
  await go(page, '/en/active-repairs');
  await declared;
  await expect.poll(() => pendingRoutes.length).toBe(1);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('status')).toHaveText('Loading… Cargando…');
  await expect(page.getByRole('main')).toHaveCount(0);
  await pendingRoutes[0]?.continue();
  await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
});

test('a process page whose data is loaded last renders without a layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        Object.assign(window, { moved: ((window as { moved?: number }).moved ?? 0) + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'manager');
  await go(page, '/en/active-repairs');
  const address = await page.locator('main a[href*="process-repair"]').first().getAttribute('href');
  await page.route('**/fetch/repair?**', async (route) => {
    await page.getByRole('main').waitFor();
    await route.continue();
  });
  await page.goto('about:blank');
  await page.goto(`/${address}`);
  await expect(page.getByRole('status').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as { moved?: number }).moved ?? 0)).toBeLessThan(0.01);
});

test('meta and chunks of the first page are requested in parallel', async ({ page }) => {
  const chunks = new Set<string>();
  const calls = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /\/assets\/(en|es|shell|list|RepairPage|PartRequestPage)-[\w-]+\.js$/.exec(request.url()) ?? [];
    if (name) chunks.add(name);
    const [, call] = /\/api\/(?:rest|v1)\/([^?]+)/.exec(request.url()) ?? [];
    if (call) calls.add(call);
  });
  // Requests without an end: nothing that follows one of them is requested.
  await page.route(/\/(assets\/(en|es|shell|list|RepairPage)-|api\/)/, () => undefined);
  const open = async (address: string, expected: string[]) => {
    chunks.clear();
    calls.clear();
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => [...chunks].sort()).toEqual(expected);
  };
  await open('/#/es/process-repair/1', ['es']);
  expect([...calls]).toEqual([]);
  await page.unrouteAll();
  await signIn(page, 'supervisor');
  await page.route(/\/(assets\/(en|es|shell|list|RepairPage)-|api\/)/, () => undefined);
  await open('/#/en/active-repairs', ['en', 'list', 'shell']);
  expect([...calls]).toEqual(['meta']);
  await open('/#/es/process-repair/1?tab=HISTORY', ['RepairPage', 'es', 'shell']);
  expect([...calls]).toEqual(['meta']);
});
