/** Layout of process pages: no cut content, no shifts, action bar at the bottom. */
import { expect, type Page, test } from '@playwright/test';
import { getSession, signIn, type User } from './portal';

type Language = 'en' | 'es';

/** Open the oldest repair in a status, which is demo data, as a user. */
async function openRepair(page: Page, language: Language, status: string, user: User): Promise<void> {
  const { token } = await getSession(page, user);
  const answer = await page.request.get('/api/v1/repairing/fetch-by-criteria/active?size=100', {
    headers: { Authorization: token },
  });
  const { content } = (await answer.json()) as { content: { id: number; status: string }[] };
  const id = content.filter((request) => request.status === status).at(-1)?.id;
  expect(id, `a repair that is ${status}`).toBeDefined();
  await signIn(page, user);
  await page.goto(`/#/${language}/process-repair/${id}`);
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

for (const language of ['en', 'es'] as const) {
  for (const width of [1280, 1440]) {
    test(`sums and decisions fit their columns in ${language} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openRepair(page, language, 'IN_REPAIR_APPROVAL', 'supervisor');
      await expect(page.locator(`${rows} [role=group]`).first()).toBeVisible();
      expect(await findOverflow(page)).toEqual([]);
      await openRepair(page, language, 'IN_DIAGNOSTICS', 'service');
      await expect(page.locator(rows).first()).toBeVisible();
      expect(await findOverflow(page)).toEqual([]);
    });
  }

  test(`selecting a unit moves no row in ${language}, and all steps fit the step bar`, async ({ page }) => {
    await openRepair(page, language, 'IN_DIAGNOSTICS', 'service');
    const top = async () => (await page.locator(rows).first().boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThanOrEqual(260);
    const before = await top();
    await page.locator(rows).getByRole('checkbox').first().check();
    await expect(page.getByRole('tabpanel').getByRole('status').first()).toContainText('1');
    expect(await top()).toBe(before);
    const strip = page.getByRole('tablist');
    expect(await strip.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await expect(page.locator('.MuiTabScrollButton-root:not(.Mui-disabled)')).toHaveCount(0);
  });
}

/** Steps with short and long content. */
const steps: [status: string, user: User][] = [
  ['IN_REPAIR_APPROVAL', 'supervisor'],
  ['IN_DIAGNOSTICS', 'service'],
  ['IN_TRANSIT', 'service'],
  ['IN_WAITING_FOR_PICK_UP', 'service'],
];

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
  [844, 390],
  [390, 844],
] as const) {
  test(`the action bar is at the bottom of every step at ${width} px, as wide as the card`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height });
    for (const [status, user] of steps) {
      await openRepair(page, 'en', status, user);
      const bar = page.locator('[data-action-bar]');
      await expect
        .poll(async () => {
          const box = await bar.boundingBox();
          return Math.abs(height - (box?.y ?? 0) - (box?.height ?? 0));
        }, status)
        .toBeLessThanOrEqual(2);
      const card = await page.locator('main .MuiCard-root').first().boundingBox();
      const edge = card?.width ?? 0;
      const barWidth = (await bar.boundingBox())?.width ?? 0;
      // The border of the card accounts for 2 px.
      expect(Math.abs(edge - barWidth), status).toBeLessThanOrEqual(2);
      if (width === 1280) {
        const getOverflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        const rowsEnd = () =>
          page.locator('[role=tabpanel]').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
        expect(await rowsEnd()).toBeLessThanOrEqual(0);
        if (status !== 'IN_WAITING_FOR_PICK_UP') expect(await getOverflow(), status).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('drawings are light on a dark tile in dark mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openRepair(page, 'en', 'IN_REPAIR_APPROVAL', 'supervisor');
  const drawing = page.locator(`${rows} img[data-drawing]`).first();
  await expect(drawing).toBeVisible();
  await expect(drawing).toHaveCSS('filter', 'invert(0.88) hue-rotate(180deg) brightness(1.25)');
  await expect(drawing.locator('..')).toHaveCSS('background-color', 'rgb(38, 43, 53)');
});

test('chips and disabled primary buttons have a border in forced colors', async ({ page }) => {
  await openRepair(page, 'en', 'IN_DIAGNOSTICS', 'service');
  await page.emulateMedia({ forcedColors: 'active' });
  for (const selector of ['main .MuiChip-root', 'main .MuiButton-contained']) {
    await expect(page.locator(selector).first()).toHaveCSS('border-top-width', '1px');
  }
});

test('secondary text has the contrast of primary text for users who prefer more', async ({ page }) => {
  await openRepair(page, 'en', 'IN_DIAGNOSTICS', 'service');
  const color = (name: string) =>
    page.locator('main').evaluate((main, variable) => getComputedStyle(main).getPropertyValue(variable), name);
  expect(await color('--mui-palette-text-secondary')).not.toBe(await color('--mui-palette-text-primary'));
  await page.emulateMedia({ contrast: 'more' });
  expect(await color('--mui-palette-text-secondary')).toBe(await color('--mui-palette-text-primary'));
});

test('a printed request shows neither the copy icon nor whose turn it is', async ({ page }) => {
  await openRepair(page, 'en', 'IN_REPAIR_APPROVAL', 'supervisor');
  await expect(page.getByText(/^Your turn/)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Your turn/)).toBeHidden();
  await expect(page.locator('h1 svg')).toBeHidden();
});
