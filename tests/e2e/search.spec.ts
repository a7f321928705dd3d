import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from './accessibility';
import { go, signIn } from './portal';
import { wordsIn } from './words';

interface Found {
  id: number;
  requestId: string;
  requestType: string;
  status: string;
  clientName?: string;
  matched: string;
}

const found = (id: number, requestType: string, requestId: string, matched: string): Found => ({
  id,
  requestId,
  requestType,
  status: requestType === 'REPAIR' ? 'IN_SERVICE' : 'INITIAL',
  clientName: 'Border Guard, Moldova',
  matched,
});

const answers: Record<string, Found[]> = {
  guard: [
    found(7, 'REPAIR', 'R-2026-000007', 'Border Guard, Moldova'),
    found(8, 'PARTS', 'P-2026-000008', 'Guard ring'),
    found(9, 'REMOTE_SUPPORT', 'S-2026-000009', 'The guard post has no line'),
  ],
};

/** Mock the search with a delay for each word, and return the requested words. */
async function answering(page: Page, waits: Record<string, number> = {}): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/requests/search?*', async (route) => {
    const word = new URL(route.request().url()).searchParams.get('word') ?? '';
    asked.push(word);
    await new Promise((done) => setTimeout(done, waits[word] ?? 0));
    await route.fulfill({ json: answers[word] ?? [] }).catch(() => undefined);
  });
  return asked;
}

test('Ctrl+K finds a request of each kind; arrow keys and Enter open it', async ({ page }) => {
  const { say } = wordsIn('en');
  await signIn(page, 'supervisor');
  const asked = await answering(page);
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: say('search.label') });
  await expect(field).toBeFocused();
  await page.keyboard.type('guard', { delay: 20 });
  const options = page.getByRole('option');
  await expect(options).toHaveCount(3);
  // Debounced: not one request per key.
  expect(asked.at(-1)).toBe('guard');
  expect(asked.length).toBeLessThan(4);
  await expect(options.nth(0).locator('mark').first()).toHaveText('Guard');
  await expect(options.nth(1)).toContainText('Part request');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expectNoFindings(page);
  await page.keyboard.press('ArrowUp');
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/en\/process-part-request\/8/);
  await expect(field).toBeHidden();
});

test('a late response never replaces a newer one, and a lost connection is reported', async ({ page }) => {
  const { say } = wordsIn('es');
  await signIn(page, 'service');
  await answering(page, { nothing: 0, guard: 1500 });
  await go(page, '/es/active-repairs');
  await page.getByRole('button', { name: say('search.placeholder') }).click();
  const field = page.getByRole('combobox', { name: say('search.label') });
  await field.fill('guard');
  await page.waitForRequest('**/requests/search?word=guard');
  await field.fill('nothing');
  await expect(page.getByText(say('search.none', { word: 'nothing' }))).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(say('search.none', { word: 'nothing' }))).toBeVisible();
  await page.unroute('**/requests/search?*');
  await page.route('**/requests/search?*', (route) => route.abort());
  await field.fill('else');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: say('search.placeholder') })).toBeFocused();
});

test('on a phone an icon opens the search, which finds real requests', async ({ page }) => {
  const { say } = wordsIn('en');
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'supervisor');
  await go(page, '/en/active-repairs');
  await page.getByRole('button', { name: say('search.label') }).click();
  await page.getByRole('combobox', { name: say('search.label') }).fill('R-20');
  const first = page.getByRole('option').first();
  await expect(first.locator('mark').first()).toHaveText('R-20');
  await expectNoFindings(page);
  await first.click();
  await expect(page).toHaveURL(/process-repair\/\d+/);
});
