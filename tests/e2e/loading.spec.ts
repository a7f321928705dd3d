/** What is there while the portal's code is to come, and where it does not come. */
import { expect, type Page, test } from '@playwright/test';
import { routeOf, signIn } from './portal';

test('it says that it loads before any script has come', async ({ page }) => {
  await page.route('**/*.js', () => undefined);
  await page.goto('/#/en/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading… Cargando…');
});

test('where the scripts do not come it says so in both languages, and tries again', async ({ page }) => {
  await page.route('**/*.js', (route) => (route.request().url().includes('/entry') ? route.continue() : route.abort()));
  await page.goto('/#/en/login', { waitUntil: 'commit' });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("The portal couldn't be loaded.");
  await expect(alert).toContainText('No se pudo cargar el portal.');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Reload / Volver a cargar' }).click();
  await expect(page.getByLabel(/^Username/)).toBeVisible();
});

test('where not even the first script comes it says so after a while, and keeps the address', async ({ page }) => {
  await signIn(page, 'client');
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/#/es/part-request/list', { waitUntil: 'commit' });
  const reload = page.getByRole('button', { name: 'Reload / Volver a cargar' });
  await expect(page.getByRole('status')).toBeVisible();
  await expect(reload).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(page.getByText('la conexión sea lenta o se haya perdido')).toBeVisible();
  await page.unrouteAll();
  await reload.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(routeOf(page)).toContain('/es/part-request/list');
});

test('a first visit is in the letters of the portal, which no page swaps in later', async ({ page }) => {
  await page.goto('/#/en/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await fontsOf(page, 'h1')).toEqual(['Inter']);
  const displays = await page.evaluate(() => [...document.fonts].map(({ display }) => display));
  expect([...new Set(displays)]).toEqual(['optional']);
});

/** Names of the fonts that an element is drawn in. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}
