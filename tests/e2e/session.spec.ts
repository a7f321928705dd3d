import { expect, test } from '@playwright/test';
import { fillLoginForm, getPasswordField } from './loginPage';
import { getRoute, go, type Session, signIn, users } from './portal';

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

  await go(page, '/en/action-required');
  await expect(page.getByRole('heading', { level: 1, name: 'Action required' })).toBeVisible();
  const otherTab = await context.newPage();
  await go(otherTab, '/en/closed-repairs');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();

  await otherTab.getByRole('button', { name: /account menu/i }).click();
  const logout = otherTab.waitForResponse('**/contacts/logout');
  await otherTab.getByRole('menuitem', { name: 'Log out' }).click();
  expect((await logout).status()).toBe(200);
  await expect(otherTab.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await expect.poll(() => getRoute(otherTab)).toBe('/en/login');
  await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  const response = await page.request.get('/api/rest/meta', { headers: { Authorization: storedSession.token } });
  expect(response.status()).toBe(401);

  await test.step('a login as another user in one tab switches the other tabs', async () => {
    await fillLoginForm(otherTab, 'admin');
    await getPasswordField(otherTab).press('Enter');
    await expect(otherTab.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
    // Administrators have no Action required list: the page of the supervisor is not opened again.
    await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
    const greeting = await otherTab.getByRole('button', { name: /account menu/i }).textContent();
    await expect(page.getByRole('button', { name: /account menu/i })).toHaveText(greeting ?? '');
  });
});

test('an expired token: login, the message, and back; likewise without a readable user cookie', async ({
  page,
  context,
  baseURL,
}) => {
  for (const value of ['', 'nonsense']) {
    await test.step(`a ${value ? 'unreadable' : 'missing'} user cookie ends the session with a message`, async () => {
      await page.goto('about:blank');
      await signIn(page, 'manager');
      await context.clearCookies({ name: 'portal_user' });
      if (value) await context.addCookies([{ name: 'portal_user', value, url: baseURL ?? '' }]);
      await go(page, '/en/profile');
      await expect(page.getByText('Your session has expired, please log in again')).toBeVisible();
      await expect.poll(() => getRoute(page)).toBe('/en/login?redirect_to=%2Fen%2Fprofile');
      expect(await context.cookies()).toEqual([]);
    });
  }
  await fillLoginForm(page, 'manager');
  await getPasswordField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await expect(page.locator('input[name=username]')).toBeVisible();

  await go(page, '/en/closed-repairs?perPage=5');
  await expect(page.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();
  const completed = page.getByRole('button', { name: /completed/i }).first();
  await expect(completed).toBeVisible();
  const stored = (await context.cookies()).find(({ name }) => name === 'portal_user');
  const { token } = JSON.parse(Buffer.from(stored?.value ?? '', 'base64url').toString()) as Session;
  await page.request.put('/api/v1/contacts/logout', { headers: { Authorization: token } });
  await completed.click();
  await expect(page.getByText('Your session has expired, please log in again')).toBeVisible();
  await expect.poll(() => getRoute(page)).toContain('/en/login?redirect_to=%2Fen%2Fclosed-repairs');
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('portal_user');
  await fillLoginForm(page, 'manager');
  await getPasswordField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();
});
