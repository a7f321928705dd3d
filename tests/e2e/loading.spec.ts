/** Static page shown before the scripts are loaded, and when they fail to load. */
import { expect, type Page, test } from '@playwright/test';
import { getRoute, signIn } from './portal';

test('shows a loading message before any script is loaded', async ({ page }) => {
  await page.route('**/*.js', () => undefined);
  await page.goto('/#/en/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading… Cargando…');
});

test('shows an error in both languages when scripts fail to load, and reloads on request', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/#/en/login', { waitUntil: 'commit' });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("The portal couldn't be loaded.");
  await expect(alert).toContainText('No se pudo cargar el portal.');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Reload / Volver a cargar' }).click();
  await expect(page.getByLabel(/^Username/)).toBeVisible();
});

test('shows an error after a while when all scripts fail to load, and keeps the URL', async ({ page }) => {
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
  expect(getRoute(page)).toContain('/es/part-request/list');
});

test('a first visit uses the font of the portal, and no font is swapped in later', async ({ page }) => {
  await page.goto('/#/en/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await getFonts(page, 'h1')).toEqual(['Inter']);
  const displays = await page.evaluate(() => [...document.fonts].map(({ display }) => display));
  expect([...new Set(displays)]).toEqual(['optional']);
});

/** Return the names of the fonts in which an element is rendered. */
async function getFonts(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}
