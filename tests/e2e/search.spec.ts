import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { getMessages } from './messages';
import { go, signIn } from './portal';

const buildResult = (id: number, requestType: string, requestId: string, matched: string) => ({
  id,
  requestId,
  requestType,
  status: requestType === 'REPAIR' ? 'IN_SERVICE' : 'INITIAL',
  clientName: 'Border Guard, Moldova',
  matched,
});

const found = [
  buildResult(7, 'REPAIR', 'R-2026-000007', 'Border Guard, Moldova'),
  buildResult(8, 'PARTS', 'P-2026-000008', 'Guard ring'),
  buildResult(9, 'REMOTE_SUPPORT', 'S-2026-000009', 'The guard post has no line'),
];

/** Mock the search; return the words in the order of requests and of responses. */
async function stubSearch(page: Page, held: Record<string, Promise<void>>) {
  const words = { requested: [] as string[], answered: [] as string[] };
  await page.route('**/requests/search?*', async (route) => {
    const word = new URL(route.request().url()).searchParams.get('word') ?? '';
    words.requested.push(word);
    await held[word];
    // The page may have canceled the request.
    await route.fulfill({ json: word.startsWith('guard') ? found : [] }).catch(() => undefined);
    words.answered.push(word);
  });
  return words;
}

test('Ctrl+K finds a request of each kind; arrow keys and Enter open it; on a phone an icon opens the search', async ({
  page,
}) => {
  const { t } = getMessages('en');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await signIn(page, 'supervisor');
  const { requested, answered } = await stubSearch(page, { guards: held });
  await go(page, '/en/active-repairs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: t('search.label') });
  const options = page.getByRole('option');
  await test.step('Ctrl+K finds a request of each kind; arrow keys and Enter open it', async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type('guard', { delay: 20 });
    await expect(options).toHaveCount(3);
    // Debounced: not one request per key.
    expect(requested.at(-1)).toBe('guard');
    expect(requested.length).toBeLessThan(4);
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
  await test.step('a late response never replaces a newer one, and a lost connection is reported', async () => {
    const opener = page.getByRole('button', { name: t('search.placeholder') });
    await opener.click();
    const late = page.waitForRequest('**/requests/search?word=guards');
    await field.fill('guards');
    const request = await late;
    await field.fill('nothing');
    const none = page.getByText(t('search.none', { word: 'nothing' }));
    await expect(none).toBeVisible();
    release();
    await expect.poll(() => answered).toContain('guards');
    await request.response().catch(() => undefined);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(none).toBeVisible();
    await page.unroute('**/requests/search?*');
    await page.route('**/requests/search?*', (route) => route.abort());
    await field.fill('else');
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible({ timeout: 20_000 });
    await page.unroute('**/requests/search?*');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
  await test.step('on a phone an icon opens the search, which finds real requests', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await go(page, '/en/active-repairs');
    await page.getByRole('button', { name: t('search.label') }).click();
    await field.fill('R-20');
    const first = options.first();
    await expect(first.locator('mark').first()).toHaveText('R-20');
    await expectNoViolations(page);
    await first.click();
    await expect(page).toHaveURL(/process-repair\/\d+/);
  });
});
