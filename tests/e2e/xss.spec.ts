import { expect, type Page, test } from '@playwright/test';
import { waitForAnimations } from './accessibility';
import { buildListUrl, go, signIn, type User, users } from './portal';
import { preparedScreens } from './preparedScreens';
import { goToOther, type Screen, screens, waitForHeading } from './screens';
import { callAsAdmin } from './usersPage';

const title = 'markup in user texts is displayed as text and never executed';

/** XSS payload that sets `window.ran` if it is rendered as markup. */
const payload = '"><img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const softly = expect.configure({ soft: true });
const payloadStart = payload.slice(0, 20);

/** JSON keys of texts that users write. */
const userText =
  /^(?:text|comment|content|notes?|title|subject|to|message|(?:problem)?[dD]escription(?:En|Es)?|serialNumber|serviceTag|firmware|firstName|lastName|fullName|changedBy|author|by|companyName|clientName|serviceName|model|manufacturer|suggestedName|partName|shortText|pageName|client|service|city|street|building|province|fileName|about|details|reason|resolution|diagnosis|username|object|label)$/;

/** Return a response with the payload appended to every text that users write. */
function injectPayload(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => injectPayload(each, name));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, injectPayload(each, key)]));
  }
  return typeof value === 'string' && value && userText.test(name) ? `${value}${payload}` : value;
}

/** Append the payload to all API responses except declarations and login. CSP violations are recorded. */
async function injectIntoResponses(page: Page) {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.route(/\/api\/(?!rest\/meta|v1\/contacts\/login)/, async (route) => {
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json') && response.ok();
    await route.fulfill(isJson ? { response, json: injectPayload(await response.json()) } : { response });
  });
}

// Pages poll until they are closed: ignore errors of requests that are still pending.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Return whether the payload ran, CSP violations and the number of its elements. */
const inspect = (page: Page) =>
  page.evaluate(() => ({
    ran: 'ran' in window,
    violations: (window as unknown as { violations: string[] }).violations,
    elements: document.querySelectorAll('[src=x], [onerror]').length,
  }));

const noEffects = { ran: false, violations: [], elements: 0 };

/** Return whether the payload is text in the page, a field, a label or a title. */
const isPayloadDisplayed = (page: Page) =>
  page.evaluate((text) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const labels = [...document.querySelectorAll('[aria-label], [title]')].map(
      (each) => each.getAttribute('aria-label') ?? each.getAttribute('title') ?? '',
    );
    return [document.body.textContent ?? '', ...fields, ...labels].some((each) => each.includes(text));
  }, payloadStart);

const findScreen = (name: string, among = screens): Screen => {
  const screen = among.find((each) => each.name === name);
  if (!screen) throw new Error(`no screen ${name}`);
  return screen;
};
const toScreen = (route: string): Screen => ({ name: route, route, ready: waitForHeading });
const lists = ['active-repairs', 'closed-repairs', 'part-request/list', 'remote-support/list'].map(toScreen);
const repair = toScreen('process-repair/1');

const rejectionScreen = findScreen('reject an account', preparedScreens);

const findNewestScreen = (list: string, page: string): Screen => ({
  ...toScreen(page),
  route: async (opened) => `${page}/${(await callAsAdmin(opened, 'get', `${list}?size=1`)).content[0].id}`,
});
const requests = [
  findNewestScreen('parts/fetch-part-request-by-criteria', 'process-part-request'),
  findNewestScreen('support/fetch-remote-support-by-criteria', 'remote-support/process'),
];

/** Screens with texts of other users, by role. */
const read: Record<User, Screen[]> = {
  client: ['an instrument', 'packing of units', 'profile'].map((name) => findScreen(name)),
  service: [...lists, ...['action required', 'goods receipt', 'profile of a service'].map((name) => findScreen(name))],
  supervisor: [...lists, findScreen('instruments'), rejectionScreen, findScreen('account requests'), ...requests],
  manager: [...lists, findScreen('a report')],
  admin: [
    ...['notifications', 'sent emails', 'the activity log', 'users', 'a user', 'a manager', 'parts', 'a part'].map(
      (name) => findScreen(name),
    ),
    ...['feedback', 'predefined-services', 'check-points'].map(toScreen),
    ...[...lists, ...requests],
  ],
};

/** Open another screen in the same document. */
async function openScreen(page: Page, { route, ready }: Screen): Promise<void> {
  // The portal is loaded again only where a dialog would stay open.
  if ((await page.getByRole('dialog').count()) > 0) await page.goto('about:blank');
  await goToOther(page, `/en/${typeof route === 'string' ? route : await route(page)}`);
  await ready(page);
}

/** Return the keys of the tabs of the open request. */
const getSteps = (page: Page) =>
  page.getByRole('tab').evaluateAll((tabs) => tabs.map(({ id }) => id.replace(/^.*-/, '')));

async function openStep(page: Page, step: string) {
  await go(page, buildListUrl('/en/process-repair/1', { tab: step }));
  await expect(page.locator(`[role=tabpanel][aria-labelledby$="-${step}"]`)).toBeVisible();
  await waitForAnimations(page);
}

/** Create texts that only the administrator sees: a failed login and feedback. */
async function write(page: Page) {
  await page.request.post('/api/v1/contacts/login', { data: { username: `x${payloadStart}`, password: 'x' } });
  const data = { title: payloadStart, content: payload, pageName: 'Login', pagePath: '/en/login' };
  await callAsAdmin(page, 'put', 'support/request/feedback', data);
}

for (const user of Object.keys(users) as User[]) {
  test(`${title}: ${user}`, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, user);
    await write(page);
    await injectIntoResponses(page);
    for (const screen of [...read[user], repair]) {
      await test.step(screen.name, async () => {
        await openScreen(page, screen);
        const message = `${screen.name} shows it`;
        await softly.poll(() => isPayloadDisplayed(page), { message, timeout: 15_000 }).toBe(true);
        expect(await inspect(page), screen.name).toEqual(noEffects);
      });
    }
    const steps = await getSteps(page);
    expect(steps.length).toBeGreaterThan(5);
    for (const step of steps) {
      await openStep(page, step);
      expect(await inspect(page), step).toEqual(noEffects);
    }
  });
}

test('control: inserted markup is detected, and blocked by the Content Security Policy', async ({ page }) => {
  await injectIntoResponses(page);
  await go(page, '/en/login');
  await waitForHeading(page);
  await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text.slice(2)), payload);
  await expect.poll(async () => (await inspect(page)).violations.join()).toContain('script-src');
  expect(await inspect(page)).toMatchObject({ ran: false, elements: 1 });
});
