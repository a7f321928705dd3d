import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route, test } from '@playwright/test';
import { buildListUrl, getRoute, go, signIn, type User } from './portal';

const languages = ['en', 'es'] as const;
const mostOfLogin = 250_000;
const mostOfList = 350_000;
const mostOfPage = 120_000;
// Idle milliseconds; React may commit what was loaded only 300 ms after its placeholder, and effects may load more.
const QUIET_MS = 500;

/** Requests of a page: bytes of scripts, and URLs of uncompressed ones (DevTools). */
interface Network {
  bytes: () => number;
  uncompressed: () => string[];
  /** Wait until all requests but `held` ones have ended and the page is idle. */
  settle: (held?: () => number) => Promise<void>;
}

async function watchNetwork(page: Page): Promise<Network> {
  const devtools = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  const uncompressed: string[] = [];
  const pending = new Set<string>();
  let total = 0;
  let started = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId }) => {
    pending.add(requestId);
    started += 1;
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/\.js$/.test(new URL(response.url).pathname)) return;
    scripts.set(requestId, response.url);
    if (!response.headers['content-encoding'] && !response.headers['Content-Encoding']) uncompressed.push(response.url);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    if (scripts.has(requestId)) total += encodedDataLength;
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => void pending.delete(requestId));
  await devtools.send('Network.enable');

  /** Wait for idle time in background tasks; time of longer tasks does not count. */
  async function idle(): Promise<void> {
    const { exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression: `new Promise((resolve) => {
        let left = ${QUIET_MS};
        let last = performance.now();
        const count = () => {
          const now = performance.now();
          left -= Math.min(now - last, 50);
          last = now;
          if (left > 0) scheduler.postTask(count, { priority: 'background', delay: 25 });
          else resolve();
        };
        count();
      })`,
      awaitPromise: true,
    });
    expect(exceptionDetails).toBeUndefined();
  }

  async function settle(held = () => 0): Promise<void> {
    let before: number;
    do {
      await expect
        .poll(() => pending.size - held(), { message: 'pending requests', timeout: 30_000, intervals: [50] })
        .toBe(0);
      before = started;
      // The session delivers requests that the page began before it responds to `idle`.
      await idle();
    } while (started > before || pending.size !== held());
  }

  return { bytes: () => total, uncompressed: () => uncompressed, settle };
}

// Disable idle-time prefetches, such as other tabs: a page does not need them, and they would count at random.
test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })));

async function waitUntilSettled(page: Page, network: Network): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
  await network.settle();
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
    const network = await watchNetwork(page);
    await go(page, `/${language}/login`);
    await waitUntilSettled(page, network);
    const login = network.bytes();
    console.log(`  login in ${language}: ${login} bytes`);
    expect(login).toBeGreaterThan(100_000);
    expect(login).toBeLessThanOrEqual(mostOfLogin);
    expect(network.uncompressed()).toEqual([]);

    // Typing a username prefetches the chunks of the page after the login.
    await page.getByRole('textbox').first().pressSequentially('c');
    await expect.poll(network.bytes).toBeGreaterThan(login + 10_000);
  });

  test(`a list as the first page in ${language}: compressed, small, without server-only messages`, async ({ page }) => {
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) bodies.push(response.text());
    });
    await signIn(page, 'supervisor');
    await withManyClients(page);
    const network = await watchNetwork(page);
    await go(page, `/${language}/active-repairs`);
    await expect(page.getByRole('combobox', { name: /^Client/ })).toHaveAttribute('aria-autocomplete', 'list');
    await waitUntilSettled(page, network);
    console.log(`  a list in ${language}: ${network.bytes()} bytes`);
    expect.soft(network.bytes()).toBeGreaterThan(100_000);
    expect.soft(network.bytes()).toBeLessThanOrEqual(mostOfList);
    expect.soft(network.uncompressed()).toEqual([]);
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

/**
 * Open a URL with a limited request chain, and return the paths of each link.
 * Requests are held until no more arrive, then continued together; the requests that follow are the next link. Requests
 * beyond the last link get no response. The document is the first link: without it nothing else is requested.
 */
async function openWithChain(page: Page, address: string, links: number): Promise<string[][]> {
  const network = await watchNetwork(page);
  let heldRoutes: Route[] = [];
  await page.route('**/*', (route) => {
    heldRoutes.push(route);
  });
  const answered: string[][] = [];
  const opened = page.goto(address, { waitUntil: 'commit' });
  while (answered.length < links) {
    await expect.poll(() => heldRoutes.length, { timeout: 20_000 }).toBeGreaterThan(0);
    if (answered.length > 0) await network.settle(() => heldRoutes.length);
    const link = heldRoutes;
    heldRoutes = [];
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
  const network = await watchNetwork(page);
  await go(page, '/en/process-repair/1');
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await waitUntilSettled(page, network);
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
    const network = await watchNetwork(page);
    await go(page, `/${language}/${list}`);
    await waitUntilSettled(page, network);
    const before = network.bytes();
    await go(page, `/${language}/${route}`);
    await expect.poll(() => getRoute(page)).toContain(route);
    await waitUntilSettled(page, network);
    console.log(`  ${name}: ${network.bytes() - before} bytes`);
    expect(network.bytes() - before).toBeGreaterThan(1_000);
    expect(network.bytes() - before).toBeLessThanOrEqual(mostOfPage);
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
    const network = await watchNetwork(page);
    await go(page, `/en/${list}`);
    await waitUntilSettled(page, network);
    const before = network.bytes();
    await page.locator('main a[href*="process"]').first().click();
    await expect.poll(() => getRoute(page)).toContain('process');
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await waitUntilSettled(page, network);
    console.log(`  ${name}: ${network.bytes() - before} bytes`);
    expect(network.bytes() - before).toBeLessThanOrEqual(mostOfPage);
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
