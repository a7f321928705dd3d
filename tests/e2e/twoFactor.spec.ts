import { createHmac } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { getViolations } from './accessibility';
import { getRoute } from './portal';
import { buildUsername, createUser, strongPassword } from './usersPage';

/** Return a URL with localhost: WebAuthn needs a domain, not an IP address. */
const toNamedHost = (address: string) => address.replace('127.0.0.1', 'localhost');

/** Return the TOTP code of a secret, `later` seconds from now (RFC 6238). */
function computeCode(secret: string, later = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + later) / 30)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Expect no axe findings on desktop in light mode and on a phone in dark mode. */
async function expectAccessible(page: Page, label: string) {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await getViolations(page), `${label}, ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${label} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('authenticator app and passkey are set up in My account and required at login', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  // A separate user, so that no demo user needs two-factor authentication.
  const username = buildUsername('factor');
  await createUser(page, username, 'SUPERVISOR');
  const origin = toNamedHost(baseURL ?? '');
  await addAuthenticator(page);
  const logIn = async () => {
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(`${origin}/#/en/login`);
    await page.locator('input[name=username]').fill(username);
    await page.locator('input[name=password]').fill(strongPassword);
    await page.locator('input[name=password]').press('Enter');
  };
  const expectLoggedIn = async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Active repairs' })).toBeVisible();
    await expect.poll(() => getRoute(page)).toBe('/en/active-repairs');
  };
  const dialog = page.getByRole('dialog');
  const startChange = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    await dialog.getByLabel('Current password').fill(strongPassword);
    await page.keyboard.press('Enter');
  };

  await logIn();
  await expectLoggedIn();
  await page.goto(`${origin}/#/en/profile`);
  await startChange('Set up authenticator app');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectAccessible(page, 'a code to be set up');
  await dialog.getByLabel('Code').fill(computeCode(secret));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const recovery = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await expectAccessible(page, 'recovery codes');
  await dialog.getByRole('button', { name: "I've saved them" }).click();

  await startChange('Add passkey');
  await expectAccessible(page, 'a change to be confirmed');
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recovery);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Passkey name').fill('Laptop');
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await expect(section.getByText('Laptop')).toBeVisible();
  await expect(section.getByText('9 codes left')).toBeVisible();
  await expectAccessible(page, 'the second factor in the profile');

  await logIn();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page, 'a passkey as the second step');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectLoggedIn();

  await logIn();
  await page.getByRole('button', { name: 'Use a code from the app' }).click();
  await expectAccessible(page, 'a code as the second step');
  // A code is accepted only once; the next one is already valid.
  await page.getByLabel('Code').fill(computeCode(secret, 30));
  await page.keyboard.press('Enter');
  await expectLoggedIn();

  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(`${origin}/#/en/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expectLoggedIn();
});
