/** Layout of process pages: no cut content, no shifts, action bar at the bottom. */
import { expect, type Page, test } from '@playwright/test';
import { waitForAnimations } from './accessibility';
import { getSession, signIn, type User } from './portal';

type Language = 'en' | 'es';

/** Open the oldest repair in a status, which is demo data, as a user. */
async function openRepair(page: Page, language: Language, status: string, user: User): Promise<void> {
  const { token } = await getSession(page, user);
  const response = await page.request.get('/api/v1/repairing/fetch-by-criteria/active?size=100', {
    headers: { Authorization: token },
  });
  const { content } = (await response.json()) as { content: { id: number; requestId: string; status: string }[] };
  const request = content.filter((each) => each.status === status).at(-1);
  expect(request, `a repair that is ${status}`).toBeDefined();
  await signIn(page, user);
  await page.goto(`/#/${language}/process-repair/${request?.id}`);
  // Until it is loaded, the page shows the request opened before.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(request?.requestId ?? '', { timeout: 30_000 });
  await expect(page.getByRole('tabpanel').getByRole('button').first()).toBeVisible({ timeout: 30_000 });
}

const rows = '[role=tabpanel] table [data-index]';

/** Return the texts of cells that overflow into their padding. Names of units (with image) may be shortened. */
const findOverflow = (page: Page) =>
  page.locator(`${rows} > td:not(:has(img))`).evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const content = document.createRange();
        content.selectNodeContents(cell);
        const padding = Number.parseFloat(getComputedStyle(cell).paddingRight);
        return content.getBoundingClientRect().right > cell.getBoundingClientRect().right - padding + 1;
      })
      .map((cell) => cell.textContent),
  );

const softly = expect.configure({ soft: true });

const widths = [1280, 1440];

/** Expect no text that overflows its cell, at each width. */
async function expectFittingCells(page: Page, label: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await waitForAnimations(page);
    softly(await findOverflow(page), `${label} at ${width} px`).toEqual([]);
  }
}

for (const language of ['en', 'es'] as const) {
  test(`sums and decisions fit their columns, steps fit the step bar, and selecting a unit moves no row in ${language}`, async ({
    page,
  }) => {
    await openRepair(page, language, 'IN_REPAIR_APPROVAL', 'supervisor');
    await expect(page.locator(`${rows} [role=group]`).first()).toBeVisible();
    await expectFittingCells(page, 'approval');
    await openRepair(page, language, 'IN_DIAGNOSTICS', 'service');
    await expect(page.locator(rows).first()).toBeVisible();
    await expectFittingCells(page, 'diagnostics');

    await page.setViewportSize({ width: 1280, height: 800 });
    await waitForAnimations(page);
    const top = async () => (await page.locator(rows).first().boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThanOrEqual(260);
    const before = await top();
    await page.locator(rows).getByRole('checkbox').first().check();
    await expect(page.getByRole('tabpanel').getByRole('status').first()).toContainText('1');
    softly(await top(), 'top of the first row').toBe(before);
    const strip = page.getByRole('tablist');
    softly(await strip.evaluate((list) => list.scrollWidth - list.clientWidth), 'hidden steps').toBe(0);
    await softly(page.locator('.MuiTabScrollButton-root:not(.Mui-disabled)')).toHaveCount(0);
  });
}

/** Steps with short and long content. */
const steps: [status: string, user: User][] = [
  ['IN_REPAIR_APPROVAL', 'supervisor'],
  ['IN_DIAGNOSTICS', 'service'],
  ['IN_TRANSIT', 'service'],
  ['IN_WAITING_FOR_PICK_UP', 'service'],
];

const viewports = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
];

test('the action bar is at the bottom of every step at every width, as wide as the card', async ({ page }) => {
  test.setTimeout(120_000);
  for (const [status, user] of steps) {
    await openRepair(page, 'en', status, user);
    const bar = page.locator('[data-action-bar]');
    const card = page.locator('main .MuiCard-root').first();
    for (const { width, height } of viewports) {
      const message = `${status} at ${width} px`;
      await page.setViewportSize({ width, height });
      await waitForAnimations(page);
      await softly
        .poll(
          async () => {
            const box = await bar.boundingBox();
            return Math.abs(height - (box?.y ?? 0) - (box?.height ?? 0));
          },
          { message: `${message}: distance from the bottom` },
        )
        .toBeLessThanOrEqual(2);
      const cardWidth = (await card.boundingBox())?.width ?? 0;
      const barWidth = (await bar.boundingBox())?.width ?? 0;
      // The border of the card accounts for 2 px.
      softly(Math.abs(cardWidth - barWidth), `${message}: width`).toBeLessThanOrEqual(2);
      if (width === 1280) {
        const getOverflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        const rowsEnd = () =>
          page.locator('[role=tabpanel]').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
        softly(await rowsEnd(), `${message}: hidden rows`).toBeLessThanOrEqual(0);
        if (status !== 'IN_WAITING_FOR_PICK_UP') softly(await getOverflow(), message).toBeLessThanOrEqual(0);
      }
    }
  }
});

const noMedia = { media: null, colorScheme: null, contrast: null, forcedColors: null } as const;

test('a process page adapts to dark mode, print, forced colors and more contrast', async ({ page }) => {
  await openRepair(page, 'en', 'IN_REPAIR_APPROVAL', 'supervisor');
  await test.step('drawings are light on a dark tile in dark mode', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const drawing = page.locator(`${rows} img[data-drawing]`).first();
    await softly(drawing).toBeVisible();
    await softly(drawing).toHaveCSS('filter', 'invert(0.88) hue-rotate(180deg) brightness(1.25)');
    await softly(drawing.locator('..')).toHaveCSS('background-color', 'rgb(38, 43, 53)');
    await page.emulateMedia(noMedia);
  });
  await test.step('a printed request shows neither the copy icon nor whose turn it is', async () => {
    await softly(page.getByText(/^Your turn/)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await softly(page.getByText(/^Your turn/)).toBeHidden();
    await softly(page.locator('h1 svg')).toBeHidden();
    await page.emulateMedia(noMedia);
  });
  await openRepair(page, 'en', 'IN_DIAGNOSTICS', 'service');
  await test.step('chips and disabled primary buttons have a border in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    for (const selector of ['main .MuiChip-root', 'main .MuiButton-contained']) {
      await softly(page.locator(selector).first(), selector).toHaveCSS('border-top-width', '1px');
    }
    await page.emulateMedia(noMedia);
  });
  await test.step('secondary text has the contrast of primary text for users who prefer more', async () => {
    const color = (name: string) =>
      page.locator('main').evaluate((main, variable) => getComputedStyle(main).getPropertyValue(variable), name);
    softly(await color('--mui-palette-text-secondary')).not.toBe(await color('--mui-palette-text-primary'));
    await page.emulateMedia({ contrast: 'more' });
    softly(await color('--mui-palette-text-secondary')).toBe(await color('--mui-palette-text-primary'));
  });
});
