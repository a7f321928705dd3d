import { expect, test } from '@playwright/test';
import { getMessages } from './messages';
import { signIn } from './portal';
import {
  buildUsername,
  callAsAdmin,
  createUser,
  existing,
  openScreen,
  person,
  requestLogin,
  Screen,
  signInAs,
  strongPassword,
} from './usersPage';

test.describe.configure({ timeout: 120_000 });

test('an administrator creates, renames and locks users of a service and a client (en)', async ({ browser }) => {
  const screen = await openScreen(browser, 'en', 'admin');
  const { page, t, messages } = screen;
  const rule = (key: string) => t(`saving.rule.${key}`);
  const service = buildUsername('service');
  await screen.open('contacts');
  await page
    .locator('#main-content')
    .getByRole('link', { name: messages.server('titles.add', { record: messages.server('records.contacts') }) })
    .click();
  await screen.expectRoute('create/contact');

  await screen.submit('phone');
  await expect(screen.input('username')).toBeFocused();
  for (const name of ['username', 'firstName', 'phone', 'email']) {
    await screen.expectFieldError(name, rule('required'));
  }
  await screen.choose('role', messages.server('roles.SERVICE'));
  await screen.fill({ username: 'a b', firstName: '4', lastName: 'Ruiz', phone: '123', email: 'x@y' });
  await screen.fill({ password: 'weak', confirmPassword: 'other' });
  await screen.expectFieldError('username', rule('username'));
  await screen.expectFieldError('firstName', rule('letters'));
  await screen.expectFieldError('phone', rule('phone'));
  await screen.expectFieldError('email', rule('email'));
  await screen.expectFieldError('password', t('users.password.weak'));
  await screen.expectFieldError('confirmPassword', t('users.password.mismatch'));
  await screen.fill({ ...person, username: 'service', password: strongPassword, confirmPassword: strongPassword });
  await page.getByRole('button', { name: messages.server('adding.backupEmails') }).click();
  await screen.input('backupEmails.0.value').fill('office@example.org');
  await screen.save();
  await screen.expectFieldError('username', messages.server('errors.USERNAME_EXISTS'));
  await screen.fill({ username: service });
  await screen.save();
  await screen.expectStatus('form.saved', { name: 'Olena Ruiz' });
  await screen.expectRoute('contacts');

  // Open the new user from the list and set the price of the service.
  await page.getByRole('textbox', { name: t('lists.search') }).fill(service);
  const row = page.getByRole('row').filter({ hasText: service });
  await row.getByRole('link', { name: 'Olena Ruiz', exact: true }).click();
  await screen.expectRoute(`edit/contact/${service}`);
  await expect(screen.input('backupEmails.0.value')).toHaveValue('office@example.org');
  await screen.fill({ price: '12.345' }, screen.details);
  await screen.submit('price', screen.details);
  await screen.expectFieldError('price', rule('amount'), screen.details);
  await screen.fill({ price: '80,5', name: existing.service }, screen.details);
  await screen.save(screen.details);
  await screen.expectFieldError('name', messages.server('errors.SERVICE_EXISTS'), screen.details);
  await screen.fill({ name: service }, screen.details);
  await screen.save(screen.details);
  await screen.expectStatus('users.saved.service');
  await expect(screen.input('price', screen.details)).toHaveValue('80.50');

  const client = buildUsername('client');
  await createUser(page, client, 'CLIENT');
  await screen.open(`edit/contact/${client}`);
  await expect(screen.details.getByRole('alert')).toHaveText(t('users.client.noService'));
  const missing = t('form.missing', { fields: messages.server('columns.countryCode') });
  await expect(screen.details.getByText(missing)).toBeVisible();
  await screen.choose('countryCode', '(UA)');
  await screen.details.getByRole('combobox', { name: messages.server('columns.service') }).fill(service);
  await page.getByRole('option', { name: service }).click();
  await screen.fill({ name: existing.client }, screen.details);
  await screen.save(screen.details);
  await screen.expectFieldError('name', messages.server('errors.CLIENT_EXISTS'), screen.details);
  await screen.fill({ name: client }, screen.details);
  await screen.save(screen.details);
  await screen.expectStatus('users.saved.client');
  const { clientForAdmin } = await callAsAdmin(page, 'get', `contacts/profile?username=${client}`);
  expect(clientForAdmin).toMatchObject({ countryCode: 'UA', service: { name: service } });

  const renamed = buildUsername('renamed');
  await screen.fill({ username: renamed });
  await page.getByRole('navigation').getByRole('link').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('saving.leave.stay') })
    .click();
  await screen.save();
  await screen.expectStatus('users.saved.account');
  await screen.expectRoute(`edit/contact/${renamed}`);
  await expect(screen.input('username')).toHaveValue(renamed);

  await screen.button('users.lock.on.action').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('users.lock.on.action') })
    .click();
  await screen.expectStatus('users.lock.locked', { name: 'Olena Ruiz' });
  const response = await requestLogin(page.request, renamed, strongPassword);
  expect([response.status(), (await response.json()).code]).toEqual([403, 'ACCOUNT_LOCKED']);
  await screen.button('users.lock.off.action').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('users.lock.off.action') })
    .click();
  await screen.expectStatus('users.lock.unlocked', { name: 'Olena Ruiz' });
  expect((await requestLogin(page.request, renamed, strongPassword)).status()).toBe(200);
  await page.context().close();
});

test('clients are assigned to a manager and removed; the manager sees them read-only; a conflict of two administrators (es)', async ({
  browser,
}) => {
  const screen = await openScreen(browser, 'es', 'admin');
  const { page, t } = screen;
  const [manager, first, second] = [buildUsername('manager'), buildUsername('alpha'), buildUsername('beta')];
  await createUser(page, manager, 'SUSTAINABILITY_MANAGER');
  for (const client of [first, second]) await createUser(page, client, 'CLIENT');
  await screen.open(`edit/contact/${manager}`);
  for (const client of [first, second]) {
    await screen.choose('clients', client);
    await expect(screen.details.getByRole('button', { name: client, exact: true })).toBeVisible();
  }
  await screen.details.getByRole('button', { name: first, exact: true }).press('Delete');
  await screen.save(screen.details);
  await screen.expectStatus('users.saved.clients');

  await test.step('a conflict between two administrators who edit a user is reported, and either version can be kept', async () => {
    const user = buildUsername('shared');
    await createUser(page, user, 'SUPERVISOR');
    const updateFromOther = (phone: string) =>
      callAsAdmin(page, 'put', 'contacts/edit', { ...person, oldUsername: user, newUsername: user, phone });
    await screen.open(`edit/contact/${user}`);
    await expect(screen.input('username')).toHaveValue(user);
    await expect(screen.input('phone')).toHaveValue(person.phone);

    await screen.fill({ lastName: 'Mía', phone: '0999999999' });
    await updateFromOther('0111111111');
    await screen.save();
    const note = screen.account.getByRole('alert').filter({ hasText: t('saving.stale.entry') });
    await expect(note).toContainText(
      t('saving.stale.bothFields', {
        label: screen.messages.server('columns.phone'),
        theirs: '0111111111',
        yours: '0999999999',
      }),
    );
    await expect(screen.input('lastName')).toHaveValue('Mía');
    await note.getByRole('button', { name: t('saving.stale.loadKeep') }).click();
    await expect(note).toHaveCount(0);
    await expect(screen.account.getByRole('button', { name: t('form.save') })).toBeFocused();
    await screen.save();
    await screen.expectStatus('users.saved.account');
    const saved = await callAsAdmin(page, 'get', `contacts/fetch?username=${user}`);
    expect(saved).toMatchObject({ lastName: 'Mía', phone: '0999999999' });

    await screen.fill({ phone: '0888888888' });
    await updateFromOther('0222222222');
    await screen.save();
    await note.getByRole('button', { name: t('saving.stale.load') }).click();
    await expect(screen.input('phone')).toHaveValue('0222222222');
    await expect(screen.input('lastName')).toHaveValue(person.lastName);
    await expect(screen.account.getByRole('button', { name: t('form.save') })).toBeDisabled();
  });

  await page.context().clearCookies();
  await page.goto('about:blank');
  await signInAs(page, manager);
  await screen.open('profile');
  await expect(screen.details.getByRole('listitem')).toHaveText([second]);
  await expect(screen.details.getByRole('button')).toHaveCount(0);
  await expect(screen.details.getByRole('combobox')).toHaveCount(0);
  await page.context().close();
});

test('a client changes password, address and username, and the session continues (en)', async ({ browser }) => {
  const screen = await openScreen(browser, 'en');
  const { page, t, messages } = screen;
  const client = buildUsername('client');
  await createUser(page, client, 'CLIENT');
  await signInAs(page, client);
  await screen.open('profile');
  await expect(screen.details.getByText(t('users.service.noneYet'))).toBeVisible();
  await expect(screen.details.getByRole('button')).toHaveCount(0);

  const another = 'Puente+9+Rojo';
  await expect(screen.input('confirmPassword')).toHaveCount(0);
  await screen.fill({ firstName: 'Оксана', password: another });
  await screen.fill({ confirmPassword: another, currentPassword: 'guessed' });
  await screen.save();
  await screen.expectFieldError('currentPassword', messages.server('errors.field.current_password'));
  await screen.fill({ currentPassword: strongPassword });
  await screen.save();
  await screen.expectStatus('users.saved.ownPassword');
  await expect(page.getByRole('button', { name: /Оксана Ruiz/ })).toBeVisible();
  expect((await requestLogin(page.request, client, strongPassword)).status()).toBe(401);

  const address = screen.card('address');
  await screen.fill({ companyName: 'Customs', city: 'Vigo', postalCode: '36201', street: 'Mayor' }, address);
  await screen.choose('country', 'Spain');
  await screen.submit('city', address);
  await screen.expectFieldError('building', t('saving.rule.required'), address);
  await screen.fill({ building: '7' }, address);
  await screen.save(address);
  await screen.expectStatus('users.saved.address');

  const renamed = buildUsername('renamed');
  await screen.fill({ username: renamed });
  await screen.save();
  await screen.expectStatus('users.saved.account');
  await page.reload();
  await expect(screen.input('username')).toHaveValue(renamed);
  await expect(screen.input('city', address)).toHaveValue('Vigo');
  await screen.expectRoute('profile');
  await page.context().close();
});

test('a service sees its price read-only, and no administration (es)', async ({ page }) => {
  await signIn(page, 'service');
  const screen = new Screen(page, getMessages('es'));
  await screen.open('profile');
  await expect(screen.card('service').getByText(/USD\s[\d,]+\.\d\d/)).toBeVisible();
  await expect(screen.details).toHaveCount(0);
  await expect(screen.card('address')).toBeVisible();
  await expect(screen.button('users.lock.on.action')).toHaveCount(0);
});
