import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { go, signIn } from './portal';

const most = 300_000;

/** The compressed size of all scripts that a page loads until it is at rest. */
async function weightOf(page: Page, route: string): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) bodies.push(response.body());
  });
  await go(page, route);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
}

test('the login page, and what it fetches ahead, is at most 300 kB of script', async ({ page }) => {
  const weight = await weightOf(page, '/en/login');
  expect(weight).toBeGreaterThan(100_000);
  expect(weight).toBeLessThanOrEqual(most);
});

test('a list as the first page is at most 300 kB of script', async ({ page }) => {
  await signIn(page, 'supervisor');
  const weight = await weightOf(page, '/en/active-repairs');
  expect(weight).toBeGreaterThan(100_000);
  expect(weight).toBeLessThanOrEqual(most);
});
