import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings } from './accessibility';
import { go, password, signIn } from './portal';
import { filled, screens } from './screens';

const looks = [
  { mode: 'light', width: 1280, language: 'en' },
  { mode: 'dark', width: 1280, language: 'es' },
  { mode: 'light', width: 360, language: 'es' },
  { mode: 'dark', width: 360, language: 'en' },
] as const;

async function pageFor(browser: Browser, { mode, width }: (typeof looks)[number]): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 800 },
    colorScheme: mode,
    reducedMotion: 'reduce',
    hasTouch: width < 600,
  });
  return context.newPage();
}

/** axe finds nothing, nothing scrolls sideways, and nothing was refused by the content policy. */
async function isClean(page: Page, where: string) {
  // Skeletons and transitions have gone.
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  expect.soft(await findings(page), where).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const look of looks) {
  test(`every screen, ${look.mode}, ${look.width} px, ${look.language}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await pageFor(browser, look);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    for (const { name, user, route, ready } of screens) {
      await page.context().clearCookies();
      await page.goto('about:blank');
      if (user) await signIn(page, user);
      await go(page, `/${look.language}/${route}`);
      await ready(page);
      await isClean(page, name);
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });
}

test('what opens: menus, filters, columns, drawer, messages', async ({ browser }) => {
  const page = await pageFor(browser, looks[0]);
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

  const phone = await pageFor(browser, looks[3]);
  await signIn(phone, 'client');
  await go(phone, '/en/active-repairs');
  await filled(phone);
  await phone.getByRole('button', { name: 'Open menu' }).click();
  await expect(phone.getByRole('navigation')).toBeVisible();
  await isClean(phone, 'drawer');
  await phone.context().close();
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
