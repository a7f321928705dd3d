import { expect, type Locator, type Page, test } from '@playwright/test';
import { getRoute, go, password, signIn, type User, users } from './portal';

type Tested = 'client' | 'admin';
const all: Tested[] = ['client', 'admin'];

/**
 * Roles that may open each route; the other is redirected home. tests/config/test_pages.py has the table of all roles
 * (spec 1, 2.2): the server declares pages and redirects.
 */
const open: Record<string, Tested[]> = {
  'active-repairs': all,
  'closed-repairs': all,
  'action-required': ['client'],
  'new-repair': ['client'],
  profile: all,
  help: all,
  'help/trouble': all,
  'process-repair/1': all,
  'part-request/new': ['client'],
  'part-request/list': all,
  'process-part-request/1': all,
  'remote-support/new': ['client'],
  'remote-support/create-for-client': [],
  'remote-support/list': all,
  'remote-support/process/1': all,
  'download/attachment/none': all,
  'mail-notification': ['admin'],
  feedback: ['admin'],
  'second-factor': ['admin'],
  mails: ['admin'],
  imports: ['admin'],
  audit: ['admin'],
  'reports/general': ['admin'],
  contacts: ['admin'],
  'create/contact': ['admin'],
  'edit/contact/client': ['admin'],
  parts: ['admin'],
  'create/part': ['admin'],
  'edit/part/1': ['admin'],
  'account-requests': ['admin'],
  'request-account/approve/1': ['admin'],
  'request-account/reject/1': ['admin'],
  // Lists from declarations, which the spec does not name.
  instruments: all,
  'instrument/1': all,
  'part-categories': ['admin'],
  'service-categories/create': ['admin'],
  'predefined-services/1': ['admin'],
  'check-points': ['admin'],
};
const publicRoutes = [
  'sts-description',
  'sts-disclaimer',
  'reset-password/key',
  'request-account/request',
  'first-administrator/key',
];
const unknown = ['edit/part/x', 'parts/1', 'request-account/approve'];

const home = '/en/active-repairs';
const login = '/en/login';

/** Open a route and wait until the URL is the expected target. */
async function expectRedirect(page: Page, route: string, target: string) {
  await go(page, route);
  await expect.poll(() => getRoute(page), { message: `${route} leads to ${target}` }).toBe(target);
}

/** Pages of the navigation. */
const lists = ['active-repairs', 'closed-repairs', 'part-request/list', 'remote-support/list', 'instruments'];
const navigation: Record<User, string[]> = {
  client: ['action-required', ...lists],
  service: ['remote-support/create-for-client', 'action-required', ...lists],
  supervisor: ['action-required', ...lists, 'reports/general', 'account-requests'],
  manager: [...lists, 'reports/general'],
  admin: [...lists, 'reports/general', 'settings'],
};

const readTargets = (links: Locator) => links.evaluateAll((each) => each.map((link) => link.getAttribute('href')));
const getTargets = (routes: string[]) => routes.map((route) => `#/en/${route}`);

async function expectNewRequests(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click();
  const kinds = await readTargets(page.getByRole('menuitem'));
  expect(kinds).toEqual(getTargets(['new-repair', 'part-request/new', 'remote-support/new']));
  await page.keyboard.press('Escape');
}

async function expectSettings(page: Page, token: string): Promise<void> {
  await go(page, '/en/settings');
  const cards = page.locator('main section').getByRole('link');
  await expect(cards.first()).toBeVisible();
  // The server's tests compare the lists of the catalog with their declarations.
  const meta = await page.request.get('/api/rest/meta', { headers: { Authorization: token } });
  const { pages }: { pages: { group: string; path: string }[] } = await meta.json();
  const catalog = pages.filter(({ group }) => group === 'catalogue').map(({ path }) => path);
  expect(catalog).toContain('parts');
  const people = ['contacts', 'account-requests', 'clients', 'services'];
  const emailAndSecurity = ['mail-notification', 'mails', 'second-factor', 'audit'];
  const routes = [...people, ...emailAndSecurity, ...catalog, 'setup', 'feedback', 'imports'];
  expect(await readTargets(cards)).toEqual(getTargets(routes));
}

for (const user of Object.keys(users) as User[]) {
  test(`each role finds in the navigation what it may open, and nothing else: ${users[user]}`, async ({ page }) => {
    const { token } = await signIn(page, user);
    await go(page, home);
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links.first()).toBeVisible();
    expect(await readTargets(links)).toEqual(getTargets(navigation[user]));
    await expect(page.locator('main').getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Feedback' })).toBeVisible();
    if (user === 'client') await expectNewRequests(page);
    if (user === 'admin') await expectSettings(page, token);
  });
}

for (const user of all) {
  test(`the route table for ${users[user]}`, async ({ page }) => {
    await signIn(page, user);
    for (const [route, allowed] of Object.entries(open)) {
      await expectRedirect(page, `/en/${route}`, allowed.includes(user) ? `/en/${route}` : home);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    for (const route of publicRoutes) await expectRedirect(page, `/en/${route}`, `/en/${route}`);
    for (const route of unknown) await expectRedirect(page, `/en/${route}`, home);
    await expectRedirect(page, login, home);
  });
}

test('unknown addresses lead home, in the language of the address or the chosen one', async ({ page }) => {
  await signIn(page, 'supervisor');
  for (const route of ['', '/', '/en', '/en/', '/fr/active-repairs', '/active-repairs', '/en/nowhere', '/xx']) {
    await expectRedirect(page, route, home);
  }
  await expectRedirect(page, '/es', '/es/active-repairs');
  await expectRedirect(page, '/es/nowhere', '/es/active-repairs');
  // The chosen language applies to URLs without one, regardless of URLs opened since.
  await expectRedirect(page, '/', home);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect.poll(() => getRoute(page)).toBe('/es/active-repairs');
  await expectRedirect(page, '/en/closed-repairs', '/en/closed-repairs');
  await expectRedirect(page, '/', '/es/active-repairs');
  await expectRedirect(page, '/fr/closed-repairs', '/es/active-repairs');
});

test('the route table without a session', async ({ page }) => {
  for (const route of [...Object.keys(open), ...unknown]) await expectRedirect(page, `/en/${route}`, login);
  for (const route of publicRoutes) {
    await expectRedirect(page, `/en/${route}`, `/en/${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
});

test('languages and unknown addresses without a session', async ({ page }) => {
  for (const route of ['', '/', '/en', '/fr/login', '/login', '/en/nowhere']) await expectRedirect(page, route, login);
  await expectRedirect(page, '/es', '/es/login');
  await expectRedirect(page, '/de/active-repairs', login);
});

test('the login gets redirect_to only with utm_source', async ({ page }) => {
  await expectRedirect(page, '/en/process-repair/7', login);
  await expectRedirect(
    page,
    '/en/process-repair/7?utm_source=mail',
    '/en/login?utm_source=mail&redirect_to=%2Fen%2Fprocess-repair%2F7',
  );
  await expectRedirect(
    page,
    '/es/active-repairs?keyword=x&utm_source=mail',
    '/es/login?utm_source=mail&redirect_to=%2Fes%2Factive-repairs%3Fkeyword%3Dx',
  );
  await expectRedirect(page, '/en/sts-description?utm_source=mail', '/en/sts-description?utm_source=mail');
});

test('utm_source before the # counts too', async ({ page }) => {
  await page.goto('/?utm_source=mail#/en/process-repair/7');
  await expect.poll(() => getRoute(page)).toBe('/en/login?utm_source=mail&redirect_to=%2Fen%2Fprocess-repair%2F7');
});

test('a link with utm_source opens directly for a signed-in user', async ({ page }) => {
  await signIn(page, 'supervisor');
  await expectRedirect(page, '/en/closed-repairs?utm_source=mail', '/en/closed-repairs?utm_source=mail');
});

test('a reload opens the same screen', async ({ page }) => {
  await signIn(page, 'supervisor');
  await expectRedirect(page, '/es/closed-repairs?size=5&page=2', '/es/closed-repairs?size=5&page=2');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Reparaciones cerradas' })).toBeVisible();
  await expect.poll(() => getRoute(page)).toBe('/es/closed-repairs?size=5&page=2');
});

test('an address entered during a redirect home leads home too', async ({ page }) => {
  await signIn(page, 'supervisor');
  await expectRedirect(page, '/en/closed-repairs', '/en/closed-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...state) => {
      replace(...state);
      history.replaceState = replace;
      // Before the router renders the page of the redirect.
      queueMicrotask(() => {
        location.hash = '#/';
      });
    };
    location.hash = '#/';
  });
  await expect.poll(() => getRoute(page)).toBe(home);
});

test('an address of another host leads home, or to the login', async ({ page }) => {
  await expectRedirect(page, '//evil.example?utm_source=mail', login);
  await go(page, '/en/login?redirect_to=%2F%2Fevil.example');
  await page.locator('input[name=username]').fill('supervisor');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect.poll(() => getRoute(page)).toBe(home);
  for (const foreign of ['%2F%2Fevil.example', '%2F%5Cevil.example']) {
    await expectRedirect(page, `/en/login?redirect_to=${foreign}`, home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
