import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route, test } from '@playwright/test';
import { buildListUrl, getRoute, go, signIn, type User } from './portal';

const languages = ['en', 'es'] as const;
const mostOfLogin = 250_000;
const mostOfList = 350_000;
const mostOfPage = 120_000;
// Milliseconds; longer than a busy machine needs to execute a script.
const QUIET_MS = 2_000;

/** Count the transferred bytes of scripts and collect uncompressed ones (DevTools). */
async function countScript(page: Page): Promise<{ bytes: () => number; uncompressed: () => string[] }> {
  const devtools = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  const uncompressed: string[] = [];
  let total = 0;
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/\.js$/.test(new URL(response.url).pathname)) return;
    scripts.set(requestId, response.url);
    if (!response.headers['content-encoding'] && !response.headers['Content-Encoding']) uncompressed.push(response.url);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) total += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return { bytes: () => total, uncompressed: () => uncompressed };
}

/** Wait until no more scripts are loaded. */
async function waitForTransfers(page: Page, bytes: () => number): Promise<void> {
  let last = -1;
  while (last !== bytes()) {
    last = bytes();
    await page.waitForTimeout(QUIET_MS);
  }
}

// Disable idle-time prefetches, such as other tabs: a page does not need them, and they would count at random.
test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })));

async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
  await page.waitForLoadState('networkidle');
}

/** Declare 30 more clients, as in production. Their filter is then an autocomplete. */
async function withManyClients(page: Page): Promise<void> {
  await page.route('**/api/rest/meta', async (route) => {
    const response = await route.fetch();
    const meta = await response.json();
    for (const { filters } of meta.resources) {
      const clients = filters.find(({ key }: { key: string }) => key === 'clientId');
      for (let key = 0; clients && key < 30; key += 1)
        clients.choices.push({ key: `${1e6 + key}`, name: `Client ${key}` });
    }
    await route.fulfill({ response, json: meta });
  });
}

for (const language of languages) {
  test(`login in ${language}: compressed, with only the required scripts`, async ({ page }) => {
    const script = await countScript(page);
    await go(page, `/${language}/login`);
    await waitUntilIdle(page);
    await page.waitForTimeout(1_500);
    const login = script.bytes();
    console.log(`  login in ${language}: ${login} bytes`);
    expect(login).toBeGreaterThan(100_000);
    expect(login).toBeLessThanOrEqual(mostOfLogin);
    expect(script.uncompressed()).toEqual([]);

    // Typing a username prefetches the chunks of the page after the login.
    await page.getByRole('textbox').first().pressSequentially('c');
    await expect.poll(script.bytes).toBeGreaterThan(login + 10_000);
  });

  test(`a list as the first page in ${language}`, async ({ page }) => {
    await signIn(page, 'supervisor');
    await withManyClients(page);
    const script = await countScript(page);
    await go(page, `/${language}/active-repairs`);
    await expect(page.getByRole('combobox', { name: /^Client/ })).toHaveAttribute('aria-autocomplete', 'list');
    await waitUntilIdle(page);
    console.log(`  a list in ${language}: ${script.bytes()} bytes`);
    expect(script.bytes()).toBeGreaterThan(100_000);
    expect(script.bytes()).toBeLessThanOrEqual(mostOfList);
    expect(script.uncompressed()).toEqual([]);
  });
}

/**
 * Open a URL with a limited request chain, and return the paths of each link.
 * Requests are held until no more arrive, then continued together; the requests that follow are the next link. Requests
 * beyond the last link get no response.
 */
async function openWithChain(page: Page, address: string, links: number): Promise<string[][]> {
  let pendingRoutes: Route[] = [];
  await page.route('**/*', (route) => {
    pendingRoutes.push(route);
  });
  const answered: string[][] = [];
  const opened = page.goto(address, { waitUntil: 'commit' });
  while (answered.length < links) {
    await expect.poll(() => pendingRoutes.length, { timeout: 20_000 }).toBeGreaterThan(0);
    let count = 0;
    while (pendingRoutes.length > count) {
      count = pendingRoutes.length;
      await page.waitForTimeout(QUIET_MS);
    }
    const link = pendingRoutes;
    pendingRoutes = [];
    answered.push(link.map((route) => new URL(route.request().url()).pathname));
    await Promise.all(link.map((route) => route.continue()));
  }
  await opened;
  return answered;
}

for (const address of ['/#/es/active-repairs', '/']) {
  test(`the first list is rendered after four sequential requests at ${address}`, async ({ page }) => {
    await signIn(page, 'supervisor');
    const links = await openWithChain(page, address, 4);
    await expect(page.locator('main a[href*="process-repair"]').first()).toBeVisible({ timeout: 20_000 });
    expect(links[2]).toContain('/api/rest/meta');
    expect(links.at(-1)).toContain('/api/rest/active-repairs');
    expect(links.flat().filter((path) => path === '/api/rest/active-repairs')).toHaveLength(1);
  });
}

test('a process page loads no chunk of the lists, and on a phone the fonts only after the chunks that it needs', async ({
  page,
}) => {
  await signIn(page, 'client');
  await page.setViewportSize({ width: 360, height: 740 });
  const paths: string[] = [];
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname));
  await go(page, '/en/process-repair/1');
  await waitUntilIdle(page);
  await expect(page.getByRole('tabpanel')).toBeVisible();
  expect(paths.filter((path) => /assets\/(shell|request)-/.test(path))).toHaveLength(2);
  expect(paths.filter((path) => /assets\/list-/.test(path))).toEqual([]);
  const isCode = (path: string) => /assets\/(shell|request)-/.test(path);
  expect(paths.findIndex((path) => path.endsWith('.woff2'))).toBeGreaterThan(paths.findLastIndex(isCode));
});

/** Pages with their user and the list from which they are opened. */
const pages: [name: string, user: User, list: string, route: string][] = [
  ['a new repair', 'client', 'active-repairs', 'new-repair'],
  ['a new part request', 'client', 'part-request/list', 'part-request/new'],
  ['new remote support', 'client', 'remote-support/list', 'remote-support/new'],
  ['the profile', 'client', 'active-repairs', 'profile'],
  ['the report', 'manager', 'active-repairs', 'reports/general'],
  ['a new user', 'admin', 'active-repairs', 'create/contact'],
  ['the mail settings', 'admin', 'active-repairs', 'mail-notification'],
  ['a new part', 'admin', 'active-repairs', 'create/part'],
  ['a new import', 'admin', 'active-repairs', 'imports/new/parts'],
];

for (const [index, [name, user, list, route]] of pages.entries()) {
  // Translations are one chunk for all pages: one language per page is enough.
  const language = languages[index % 2] ?? 'en';
  test(`${name}, opened from a list, in ${language}`, async ({ page }) => {
    await signIn(page, user);
    const script = await countScript(page);
    await go(page, `/${language}/${list}`);
    await waitUntilIdle(page);
    const before = script.bytes();
    await go(page, `/${language}/${route}`);
    await expect.poll(() => getRoute(page)).toContain(route);
    await waitForTransfers(page, script.bytes);
    console.log(`  ${name}: ${script.bytes() - before} bytes`);
    expect(script.bytes() - before).toBeGreaterThan(1_000);
    expect(script.bytes() - before).toBeLessThanOrEqual(mostOfPage);
  });
}

for (const [name, user, list] of [
  ['a repair', 'service', 'active-repairs'],
  [
    'a repair with days to enter',
    'service',
    buildListUrl('active-repairs', { filter: { status: ['IN_WAITING_FOR_PICK_UP'] } }),
  ],
  ['a repair to be diagnosed', 'service', buildListUrl('active-repairs', { filter: { status: ['IN_DIAGNOSTICS'] } })],
  ['a repair to be shipped', 'client', buildListUrl('active-repairs', { filter: { status: ['IN_SHIPPING_DETAILS'] } })],
  ['a part request', 'service', 'part-request/list'],
  ['remote support', 'service', 'remote-support/list'],
] as const) {
  test(`${name}, opened from its list`, async ({ page }) => {
    await signIn(page, user);
    const script = await countScript(page);
    await go(page, `/en/${list}`);
    await waitUntilIdle(page);
    const before = script.bytes();
    await page.locator('main a[href*="process"]').first().click();
    await expect.poll(() => getRoute(page)).toContain('process');
    await waitForTransfers(page, script.bytes);
    console.log(`  ${name}: ${script.bytes() - before} bytes`);
    expect(script.bytes() - before).toBeLessThanOrEqual(mostOfPage);
  });
}

for (const language of languages) {
  test(`server-only messages are not sent in ${language}`, async ({ page }) => {
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) bodies.push(response.text());
    });
    await signIn(page, 'client');
    await go(page, `/${language}/active-repairs`);
    await waitUntilIdle(page);
    const script = (await Promise.all(bodies)).join();
    const interfaceTexts = readTexts(language, (name) => name.endsWith('.json') && name !== 'server.json');
    const only = readTexts(language, (name) => name === 'server.json').filter(
      (text) => !interfaceTexts.some((each) => each.includes(text)),
    );
    const isSent = (text: string) => script.includes(text);
    expect(interfaceTexts.filter(isSent).length).toBeGreaterThan(100);
    expect(only.length).toBeGreaterThan(50);
    expect(only.filter(isSent)).toEqual([]);
  });
}

type Messages = { [key: string]: string | Messages };

function readTexts(language: string, isIncluded: (name: string) => boolean): string[] {
  const folder = join(import.meta.dirname, '../../locale', language);
  return readdirSync(folder)
    .filter(isIncluded)
    .flatMap((name) => flattenTexts(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** Return texts long enough that no other text contains them by accident. */
function flattenTexts(messages: Messages): string[] {
  return Object.values(messages)
    .flatMap((each) => (typeof each === 'string' ? each : flattenTexts(each)))
    .filter(({ length }) => length > 30);
}
