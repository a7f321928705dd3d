import { expect, test } from '@playwright/test';
import { fillLoginForm, getPasswordField, getUsernameField } from './loginPage';
import { getRoute, go, password, signIn, users } from './portal';

test('the session is kept as the contract says, and logout clears it in every tab', async ({ page, context }) => {
  await go(page, '/en/login');
  await fillLoginForm(page, 'supervisor');
  await getPasswordField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
  const cookies = Object.fromEntries((await context.cookies()).map((cookie) => [cookie.name, cookie]));
  const storedSession = JSON.parse(Buffer.from(cookies.portal_user?.value ?? '', 'base64url').toString());
  expect(Object.keys(storedSession).sort()).toEqual(['identification', 'permissions', 'token']);
  expect(storedSession.permissions).toEqual([users.supervisor]);
  expect(cookies.portal_user?.sameSite).toBe('Strict');
  expect(cookies.portal_logged_in).toBeDefined();

  const otherTab = await context.newPage();
  await go(otherTab, '/en/closed-repairs');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();

  await page.getByRole('button', { name: /account menu/i }).click();
  const response = page.waitForResponse('**/contacts/logout');
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  expect((await response).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await expect.poll(() => getRoute(page)).toBe('/en/login');
  await expect(otherTab.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  const answer = await page.request.get('/api/rest/meta', { headers: { Authorization: storedSession.token } });
  expect(answer.status()).toBe(401);
});

test('a login as another user in one tab switches the other tabs', async ({ page, context }) => {
  await signIn(page, 'supervisor', { fresh: true });
  await go(page, '/en/action-required');
  await expect(page.getByRole('heading', { level: 1, name: 'Action required' })).toBeVisible();
  const otherTab = await context.newPage();
  await go(otherTab, '/en/active-repairs');
  await otherTab.getByRole('button', { name: /account menu/i }).click();
  await otherTab.getByRole('menuitem', { name: 'Log out' }).click();
  await getUsernameField(otherTab).fill('admin');
  await getPasswordField(otherTab).fill(password);
  await getPasswordField(otherTab).press('Enter');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
  // Administrators have no Action required list: the page is redirected home.
  await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
  const greeting = await otherTab.getByRole('button', { name: /account menu/i }).textContent();
  await expect(page.getByRole('button', { name: /account menu/i })).toHaveText(greeting ?? '');
});

test('an expired token: login, the message, and back', async ({ page, context }) => {
  const session = await signIn(page, 'manager', { fresh: true });
  await go(page, '/en/closed-repairs?perPage=5');
  await expect(page.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();
  const completed = page.getByRole('button', { name: /completed/i }).first();
  await expect(completed).toBeVisible();
  await page.request.put('/api/v1/contacts/logout', { headers: { Authorization: session.token } });
  await completed.click();
  await expect(page.getByText('Your session has expired, please log in again')).toBeVisible();
  await expect.poll(() => getRoute(page)).toContain('/en/login?redirect_to=%2Fen%2Fclosed-repairs');
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('portal_user');
  await fillLoginForm(page, 'manager');
  await getPasswordField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();
});

for (const [description, value] of [
  ['missing', null],
  ['unreadable', 'nonsense'],
] as const) {
  test(`a ${description} user cookie ends the session with a message`, async ({ page, context }) => {
    await signIn(page, 'admin');
    await go(page, '/en/profile');
    await expect(page.locator('input[name=username]')).toBeVisible();
    // A pending request would find the broken cookie and report it on the page before the reload.
    await page.waitForLoadState('networkidle');
    await context.clearCookies({ name: 'portal_user' });
    if (value) await context.addCookies([{ name: 'portal_user', value, url: page.url().split('#')[0] }]);
    await page.reload();
    await expect(page.getByText('Your session has expired, please log in again')).toBeVisible();
    await expect.poll(() => getRoute(page)).toBe('/en/login?redirect_to=%2Fen%2Fprofile');
    expect(await context.cookies()).toEqual([]);
  });
}
