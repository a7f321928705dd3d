import { expect, test } from '@playwright/test';
import { fillLoginForm, getPasswordField, getUsernameField } from './loginPage';
import { getRoute, go, password, type Session } from './portal';

test('the language selector changes the page, keeps what was typed and holds after the login; a wrong password is reported in its language', async ({
  page,
}) => {
  await go(page, '/en/login');
  await test.step('the public pages are linked from the login and lead back', async () => {
    await page.getByRole('link', { name: 'About this portal' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About this portal' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.getByRole('link', { name: 'Disclaimer' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Disclaimer' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  });
  await test.step('the button is disabled without username and password', async () => {
    const button = page.getByRole('button', { name: 'Log in', exact: true });
    await expect(button).toBeDisabled();
    await getUsernameField(page).fill('supervisor');
    await expect(button).toBeDisabled();
    await getPasswordField(page).fill(password);
    await expect(button).toBeEnabled();
    await getUsernameField(page).fill('   ');
    await expect(button).toBeDisabled();
  });
  await test.step('the password can be looked at', async () => {
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(getPasswordField(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(getPasswordField(page)).toHaveAttribute('type', 'password');
  });
  // An unused name, so that no demo user is throttled.
  const submitWrong = async () => {
    await fillLoginForm(page, `unknown${Date.now()}`, 'wrong');
    const loginResponse = page.waitForResponse('**/contacts/login');
    await getPasswordField(page).press('Enter');
    await loginResponse;
  };
  await test.step('a wrong password is reported, and the input stays', async () => {
    await submitWrong();
    await expect(page.getByRole('alert')).toHaveText('Username/password do not match');
    await expect(getUsernameField(page)).toHaveValue(/unknown/);
    await expect(getPasswordField(page)).toBeFocused();
  });
  await test.step('the language selector keeps what was typed and holds after the login', async () => {
    await fillLoginForm(page, 'manager');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await expect(getUsernameField(page)).toHaveValue('manager');
    await expect(getPasswordField(page)).toHaveValue(password);
    expect(await page.evaluate(() => localStorage.getItem('portal_language'))).toBe('es');
    await submitWrong();
    await expect(page.getByRole('alert')).toContainText(/contraseña/);
    await fillLoginForm(page, 'manager');
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reparaciones activas' })).toBeVisible();
  });
});

test('a failed login is reported and can be repeated; a client is asked what to do; the choices lead there, Escape leaves', async ({
  page,
}) => {
  await go(page, '/en/login');
  await test.step('the attempt after five wrong passwords is throttled', async () => {
    const name = `unknown${Date.now()}`;
    for (let tries = 0; tries < 5; tries += 1) {
      await fillLoginForm(page, name, `wrong${tries}`);
      const loginResponse = page.waitForResponse('**/contacts/login');
      await getPasswordField(page).press('Enter');
      expect((await loginResponse).status()).toBe(401);
    }
    await fillLoginForm(page, name, 'wrong');
    const loginResponse = page.waitForResponse('**/contacts/login');
    await getPasswordField(page).press('Enter');
    expect((await loginResponse).status()).toBe(429);
    await expect(page.getByRole('alert')).not.toHaveText('Username/password do not match');
  });
  await test.step('a locked account, a server error and a lost connection are reported', async () => {
    await fillLoginForm(page, 'client');
    await page.route('**/contacts/login', (route) =>
      route.fulfill({ status: 403, json: { code: 'ACCOUNT_LOCKED', message: 'This account is locked.', fields: {} } }),
    );
    await getPasswordField(page).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This account is locked. Please contact an administrator.');
    await page.unroute('**/contacts/login');
    await page.route('**/contacts/login', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await getPasswordField(page).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('An error occurred on the server');
    await page.unroute('**/contacts/login');
    await page.route('**/contacts/login', (route) => route.abort());
    await getPasswordField(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('An error occurred in the browser!');
    await expect(getPasswordField(page)).toHaveValue(password);
    await page.unroute('**/contacts/login');
    await getPasswordField(page).press('Enter');
    await expect(page).toHaveURL(/active-repairs/);
  });
  const dialog = page.getByRole('dialog', { name: 'What would you like to do?' });
  await expect(dialog).toBeVisible();
  await expect.poll(() => getRoute(page)).toBe('/en/active-repairs#suggest-options');
  await expect(dialog.getByRole('link', { name: /^\d+ requests? needs? your action$/ })).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveCount(5);
  await dialog.getByRole('link', { name: /New repair request/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New repair' })).toBeVisible();
  await go(page, '/en/active-repairs#suggest-options');
  await dialog.getByRole('link', { name: /Home/ }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => getRoute(page)).toBe('/en/active-repairs');
  await go(page, '/en/active-repairs#suggest-options');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => getRoute(page)).toBe('/en/active-repairs');
  // A signed-in user is redirected from the login page, without the dialog.
  await page.evaluate(() => {
    window.location.hash = '#/en/login';
  });
  await expect.poll(() => getRoute(page)).toBe('/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the login redirects to redirect_to, in the language chosen there; the next user gets the pages of their own role', async ({
  page,
}) => {
  await go(page, '/en/closed-repairs?size=5&utm_source=mail');
  await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await fillLoginForm(page, 'client');
  await getPasswordField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reparaciones cerradas' })).toBeVisible();
  await expect.poll(() => getRoute(page)).toBe('/es/closed-repairs?size=5');
  await test.step('a login after the session of another user expired opens the pages of the new role', async () => {
    await go(page, '/en/active-repairs');
    await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
    const stored = (await page.context().cookies()).find(({ name }) => name === 'portal_user');
    const { token } = JSON.parse(Buffer.from(stored?.value ?? '', 'base64url').toString()) as Session;
    await page.request.put('/api/v1/contacts/logout', { headers: { Authorization: token } });
    await go(page, '/en/closed-repairs');
    await fillLoginForm(page, 'admin');
    await getPasswordField(page).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Closed repairs' })).toBeVisible();
    await go(page, '/en/second-factor');
    await expect.poll(() => getRoute(page)).toBe('/en/second-factor');
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Email notifications' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Email notifications' })).toBeVisible();
  });
});
