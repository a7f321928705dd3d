import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoOverflow, waitForAnimations } from './accessibility';
import {
  type Appearance,
  applyTextSpacing,
  desktop,
  findInvisibleInForcedColors,
  phone,
  setAppearance,
} from './appearance';
import { canReadMails } from './mails';
import { getRoute, go, password, signIn, type User, users } from './portal';
import { preparedScreens } from './preparedScreens';
import { type Screen, screens, waitForRows } from './screens';

/** Number of screens per test. A test has its own browser context and is retried as a whole. */
const screensPerTest = 7;

const softly = expect.configure({ soft: true });

/** All screens grouped by user, so that each test logs in only once. */
const groups = [undefined, ...(Object.keys(users) as User[])].flatMap((user) => {
  const ownScreens = [...screens, ...(canReadMails ? preparedScreens : [])].filter((screen) => screen.user === user);
  return Array.from({ length: Math.ceil(ownScreens.length / screensPerTest) }, (_, index) => ({
    user,
    part: index + 1,
    group: ownScreens.slice(index * screensPerTest, (index + 1) * screensPerTest),
  }));
});

async function openPage(browser: Browser, appearance: Appearance): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await setAppearance(page, appearance);
  return page;
}

/** Check a screen in every appearance. It is loaded once: loading takes longer than the checks. */
async function checkScreen(page: Page, { name, route, ready }: Screen) {
  await page.goto('about:blank');
  await setAppearance(page, desktop);
  await go(page, `/en/${typeof route === 'string' ? route : await route(page)}`);
  await ready(page);
  await expectAccessible(page, `${name}, on a desk`);
  await setAppearance(page, { ...desktop, mode: 'dark' });
  await expectAccessible(page, `${name}, on a desk in the dark`, ['color-contrast']);
  await setAppearance(page, phone);
  await expectAccessible(page, `${name}, on a phone in the dark`);
  await setAppearance(page, { ...phone, mode: 'light' });
  await expectAccessible(page, `${name}, on a phone`, ['color-contrast']);
  await checkInSpanish(page, name);
}

/** Check a screen in Spanish, the longer language. With text spacing, at 200 % and 400 % zoom, in forced colors. */
async function checkInSpanish(page: Page, name: string) {
  await go(page, getRoute(page).replace(/^\/en\//, '/es/'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await waitForAnimations(page);
  await applyTextSpacing(page);
  for (const width of [640, 320]) {
    await setAppearance(page, { mode: 'light', width });
    await expectNoOverflow(page, `${name}, ${width} px`);
  }
  await setAppearance(page, { mode: 'light', width: 1280, forcedColors: 'active' });
  softly(await findInvisibleInForcedColors(page), `${name}, forced colours`).toEqual([]);
}

for (const { user, part, group } of groups) {
  const groupName = `${user ?? 'before the login'}, ${part}`;
  test(`every screen, on a desk and on a phone, in both languages: ${groupName}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const page = await openPage(browser, desktop);
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    if (user) await signIn(page, user);
    for (const screen of group) await checkScreen(page, screen);
    expect(violations).toEqual([]);
    await page.context().close();
  });
}

test('what opens: menus, filters, columns, drawer, messages', async ({ browser }) => {
  test.slow();
  const page = await openPage(browser, desktop);
  await signIn(page, 'supervisor');
  await go(page, '/en/active-repairs');
  await waitForRows(page);
  for (const name of ['English', 'Appearance', 'Columns']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const name of ['Status', 'Client']) {
    await page.getByRole('search').getByRole('combobox', { name }).click();
    await expect(page.getByRole('listbox', { name })).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name })).toHaveCount(0);
  }
  await page.getByRole('button', { name: /account menu/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expectAccessible(page, 'account menu');
  await page.keyboard.press('Escape');
  await page.route('**/files/export/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a failure');
  await page.context().close();

  const small = await openPage(browser, phone);
  await signIn(small, 'client');
  await go(small, '/en/active-repairs');
  await waitForRows(small);
  await small.getByRole('button', { name: 'Open menu' }).click();
  await expect(small.getByRole('navigation')).toBeVisible();
  await expectAccessible(small, 'drawer');
  await small.keyboard.press('Escape');
  await small.getByRole('button', { name: 'Account menu' }).click();
  await expectAccessible(small, 'account menu of a phone');
  await small.getByRole('menuitem', { name: /^Language/ }).click();
  await expect(small.getByRole('menuitemradio', { name: 'English', checked: true })).toBeFocused();
  await expectAccessible(small, 'language of a phone');
  await small.context().close();
});

test('a rejected login', async ({ page }) => {
  await go(page, '/en/login');
  await page.locator('input[name=username]').fill(`unknown${Date.now()}`);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'login');
});

test('the login and a list work from the keyboard alone', async ({ page }) => {
  await go(page, '/en/login');
  await expect(page.locator('input[name=username]')).toBeFocused();
  await page.keyboard.type('supervisor');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await waitForRows(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').locator('#main-content')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Views/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Search this list' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();
  await expect(page.getByRole('search').getByText('Status: ')).toBeVisible();
});
