import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getListState, getRoute, getSession, password, type Session, storeSession } from './portal';

type Role = 'SUPERVISOR' | 'SUSTAINABILITY_MANAGER';
const list = '/en/active-repairs';

/** Create a user: a default view of a demo user would affect other tests. */
async function createUser(page: Page, role: Role): Promise<string> {
  const username = `views_${role.slice(0, 4)}_${Math.random().toString(36).slice(2, 8)}`;
  const { token } = await getSession(page, 'admin');
  const data = { username, permission: role, password, firstName: 'Vera', lastName: 'Vistas' };
  const more = { phone: '+34 600 000 000', email: `${username}@example.org`, backupEmails: [] };
  const response = await page.request.post('/api/v1/contacts', {
    data: { ...data, ...more },
    headers: { Authorization: token },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return username;
}

async function logIn(request: APIRequestContext, username: string): Promise<Session> {
  const response = await request.post('/api/v1/contacts/login', { data: { username, password } });
  const { identification, token, permissions } = await response.json();
  return { identification, token, permissions };
}

async function signInAs(context: BrowserContext, page: Page, username: string): Promise<void> {
  const origin = new URL((await page.request.get('/healthz')).url()).origin;
  await storeSession(context, origin, await logIn(page.request, username));
}

/** Test with a supervisor whose views are deleted afterwards. Shared ones would affect a retry. */
const test = base.extend<{ owner: string }>({
  owner: async ({ page }, use) => {
    const owner = await createUser(page, 'SUPERVISOR');
    await use(owner);
    const { token } = await logIn(page.request, owner);
    const headers = { Authorization: token };
    const read = await page.request.get('/api/v1/views?resource=active-repairs', { headers });
    for (const { id, version, isOwn } of await read.json()) {
      if (isOwn) await page.request.delete(`/api/v1/views/${id}`, { params: { version }, headers });
    }
  },
});

const viewsButton = (page: Page, name = 'Views') => page.getByRole('button', { name, exact: true });
const firstNumber = (page: Page) => page.locator('tbody a.recordLink').first();

test('a default view opens the list, applies to the export, and is shared with users of the same role', async ({
  page,
  browser,
  owner,
}) => {
  const [sameRoleUser, manager] = await Promise.all([
    createUser(page, 'SUPERVISOR'),
    createUser(page, 'SUSTAINABILITY_MANAGER'),
  ]);
  await signInAs(page.context(), page, owner);
  await page.goto(`/#/en/profile`);
  await page.goto(`/#${list}`);
  await expect(firstNumber(page)).toBeVisible();

  // Save order and columns as a view, using only the keyboard for the menu.
  await page.getByRole('columnheader', { name: 'Request' }).getByRole('button').click();
  await expect.poll(() => getListState(page).sort).toBe('requestId');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Status' }).click();
  await page.keyboard.press('Escape');
  await viewsButton(page).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Views' });
  await expect(menu.getByRole('menuitemradio', { name: 'Original view' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await expect(dialog.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.type('By number');
  await dialog.getByRole('switch', { name: /^Share with others in my role \(Supervisor\)/ }).click();
  await dialog.getByRole('switch', { name: 'Set as default view' }).click();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(viewsButton(page, 'View: By number')).toBeFocused();
  const state = getListState(page);
  expect(state).toMatchObject({ sort: 'requestId', columns: expect.stringContaining('requestId') });

  // The default view replaces a list URL without a query, and Back returns to the page before.
  await page.goto('/#/en/profile');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  const requestUrls: string[] = [];
  page.on('request', (request) => requestUrls.push(request.url()));
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Active repairs/ })
    .click();
  await expect(viewsButton(page, 'View: By number')).toBeVisible();
  await expect(firstNumber(page)).toBeVisible();
  // Only its rows are requested; the same URL again if another test changes some.
  expect(new Set(requestUrls.filter((url) => url.includes('/api/rest/active-repairs?')))).toHaveProperty('size', 1);
  expect(getListState(page)).toMatchObject({ sort: state.sort, order: state.order, columns: state.columns });
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeHidden();
  await page.goBack();
  await expect.poll(() => getRoute(page)).toContain('/en/profile');
  // On the first load, too, only its rows are requested.
  requestUrls.length = 0;
  await page.goto('about:blank');
  await page.goto('/');
  await expect(viewsButton(page, 'View: By number')).toBeVisible();
  await expect(firstNumber(page)).toBeVisible();
  expect(new Set(requestUrls.filter((url) => url.includes('/api/rest/active-repairs?')))).toHaveProperty('size', 1);

  // The export has the order and columns of the view.
  const exported = page.waitForRequest('**/files/export/active-repairs/xlsx?**');
  await page.getByRole('button', { name: 'Export' }).click();
  const query = new URL((await exported).url()).searchParams;
  expect(query.get('sort')).toBe(`requestId,${state.order}`);
  expect(query.getAll('columns')).toEqual(String(state.columns).split(','));

  // Changes are saved to the view.
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
  await viewsButton(page, 'View: By number (edited)').click();
  await menu.getByRole('menuitem', { name: 'Save changes' }).click();
  await page.reload();
  await expect(viewsButton(page, 'View: By number')).toBeVisible();

  // Users of the same role can use but not change it; other roles do not see it.
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await signInAs(context, otherPage, sameRoleUser);
  await otherPage.goto(`/#${list}`);
  await viewsButton(otherPage).click();
  await expect(otherPage.getByRole('menuitemradio', { name: 'Original view' })).toBeVisible();
  await otherPage.getByRole('menuitemradio', { name: /^By number/ }).click();
  await expect.poll(() => getListState(otherPage).sort).toBe('createdAt');
  await viewsButton(otherPage, 'View: By number').click();
  await expect(otherPage.getByRole('menuitem', { name: /^Delete/ })).toBeHidden();
  await context.close();
  // The list of a manager without clients is empty and has no menu.
  const headers = { Authorization: (await logIn(page.request, manager)).token };
  const views = await page.request.get('/api/v1/views?resource=active-repairs', { headers });
  expect(await views.json()).toEqual([]);
});
