import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings } from './accessibility';
import { madeScreens } from './madeScreens';
import { canReadMails } from './mails';
import { go, password, signIn } from './portal';
import { filled, screens } from './screens';

type Look = { mode: 'light' | 'dark'; width: number };

const desk: Look = { mode: 'light', width: 1280 };
const phone: Look = { mode: 'dark', width: 360 };
/** Each screen is opened once in a language, and looked at in two ways: loading it takes longer than the looks. */
const looks: [language: string, first: Look, second: Look][] = [
  ['en', desk, phone],
  ['es', { ...desk, mode: 'dark' }, { ...phone, mode: 'light' }],
];

async function pageFor(browser: Browser, look: Look): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await lookAt(page, look);
  return page;
}

/** Has the page be seen so from now on: in these colours, and when it is narrow, with a finger. */
async function lookAt(page: Page, { mode, width }: Look) {
  const narrow = width < 600;
  await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: narrow ? 740 : 800 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: narrow });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(narrow);
}

/** axe finds nothing, nothing scrolls sideways, and nothing was refused by the content policy. */
async function isClean(page: Page, where: string) {
  // Skeletons and transitions have gone.
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  expect.soft(await findings(page), where).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const [language, first, second] of looks) {
  test(`every screen, on a desk and on a phone, ${language}`, async ({ browser }) => {
    test.setTimeout(420_000);
    const page = await pageFor(browser, first);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    for (const { name, user, route, ready } of [...screens, ...(canReadMails ? madeScreens : [])]) {
      await page.context().clearCookies();
      await page.goto('about:blank');
      await lookAt(page, first);
      if (user) await signIn(page, user);
      await go(page, `/${language}/${typeof route === 'string' ? route : await route(page)}`);
      await ready(page);
      for (const view of [first, second]) {
        await lookAt(page, view);
        await expect(page.locator('html')).toHaveCSS('color-scheme', view.mode);
        await isClean(page, `${name}, ${view.mode}, ${view.width} px`);
      }
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });
}

test('what opens: menus, filters, columns, drawer, messages', async ({ browser }) => {
  const page = await pageFor(browser, desk);
  await signIn(page, 'supervisor');
  await go(page, '/en/active-repairs');
  await filled(page);
  for (const name of ['English', 'Appearance', 'Columns']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await isClean(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const name of ['Status', 'Client']) {
    await page.getByRole('search').getByRole('combobox', { name }).click();
    await expect(page.getByRole('listbox', { name })).toBeVisible();
    await isClean(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name })).toHaveCount(0);
  }
  await page.getByRole('button', { name: /profile menu/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await isClean(page, 'profile menu');
  await page.keyboard.press('Escape');
  await page.route('**/files/export/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await isClean(page, 'a failure');
  await page.context().close();

  const small = await pageFor(browser, phone);
  await signIn(small, 'client');
  await go(small, '/en/active-repairs');
  await filled(small);
  await small.getByRole('button', { name: 'Open menu' }).click();
  await expect(small.getByRole('navigation')).toBeVisible();
  await isClean(small, 'drawer');
  await small.context().close();
});

test('a refused login', async ({ page }) => {
  await go(page, '/en/login');
  await page.locator('input[name=username]').fill(`nobody${Date.now()}`);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await isClean(page, 'login');
});

test('the login and a list work from the keyboard alone', async ({ page }) => {
  await go(page, '/en/login');
  await expect(page.locator('input[name=username]')).toBeFocused();
  await page.keyboard.type('supervisor');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await filled(page);
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
