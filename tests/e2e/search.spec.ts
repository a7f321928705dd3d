import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages } from './messages';
import { go, signIn } from './portal';

interface SearchResult {
  id: number;
  requestId: string;
  requestType: string;
  status: string;
  clientName?: string;
  matched: string;
}

const buildResult = (id: number, requestType: string, requestId: string, matched: string): SearchResult => ({
  id,
  requestId,
  requestType,
  status: requestType === 'REPAIR' ? 'IN_SERVICE' : 'INITIAL',
  clientName: 'Border Guard, Moldova',
  matched,
});

const answers: Record<string, SearchResult[]> = {
  guard: [
    buildResult(7, 'REPAIR', 'R-2026-000007', 'Border Guard, Moldova'),
    buildResult(8, 'PARTS', 'P-2026-000008', 'Guard ring'),
    buildResult(9, 'REMOTE_SUPPORT', 'S-2026-000009', 'The guard post has no line'),
  ],
};

/** Mock the search with a delay for each word, and return the requested words. */
async function stubSearch(page: Page, delays: Record<string, number> = {}): Promise<string[]> {
  const searched: string[] = [];
  await page.route('**/requests/search?*', async (route) => {
    const word = new URL(route.request().url()).searchParams.get('word') ?? '';
    searched.push(word);
    await new Promise((done) => setTimeout(done, delays[word] ?? 0));
    await route.fulfill({ json: answers[word] ?? [] }).catch(() => undefined);
  });
  return searched;
}

test('Ctrl+K finds a request of each kind; arrow keys and Enter open it', async ({ page }) => {
  const { t } = getMessages('en');
  await signIn(page, 'supervisor');
  const searched = await stubSearch(page);
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: t('search.label') });
  await expect(field).toBeFocused();
  await page.keyboard.type('guard', { delay: 20 });
  const options = page.getByRole('option');
  await expect(options).toHaveCount(3);
  // Debounced: not one request per key.
  expect(searched.at(-1)).toBe('guard');
  expect(searched.length).toBeLessThan(4);
  await expect(options.nth(0).locator('mark').first()).toHaveText('Guard');
  await expect(options.nth(1)).toContainText('Part request');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expectNoViolations(page);
  await page.keyboard.press('ArrowUp');
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/en\/process-part-request\/8/);
  await expect(field).toBeHidden();
});

test('a late response never replaces a newer one, and a lost connection is reported', async ({ page }) => {
  const { t } = getMessages('es');
  await signIn(page, 'service');
  await stubSearch(page, { nothing: 0, guard: 1500 });
  await go(page, '/es/active-repairs');
  await page.getByRole('button', { name: t('search.placeholder') }).click();
  const field = page.getByRole('combobox', { name: t('search.label') });
  await field.fill('guard');
  await page.waitForRequest('**/requests/search?word=guard');
  await field.fill('nothing');
  await expect(page.getByText(t('search.none', { word: 'nothing' }))).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(t('search.none', { word: 'nothing' }))).toBeVisible();
  await page.unroute('**/requests/search?*');
  await page.route('**/requests/search?*', (route) => route.abort());
  await field.fill('else');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('search.placeholder') })).toBeFocused();
});

test('on a phone an icon opens the search, which finds real requests', async ({ page }) => {
  const { t } = getMessages('en');
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'supervisor');
  await go(page, '/en/active-repairs');
  await page.getByRole('button', { name: t('search.label') }).click();
  await page.getByRole('combobox', { name: t('search.label') }).fill('R-20');
  const first = page.getByRole('option').first();
  await expect(first.locator('mark').first()).toHaveText('R-20');
  await expectNoViolations(page);
  await first.click();
  await expect(page).toHaveURL(/process-repair\/\d+/);
});
