import { expect, type Page, test } from '@playwright/test';
import { waitForAnimations } from './accessibility';
import { getSession, go, signIn, type User } from './portal';

const lists = {
  'process-repair': 'repairing/fetch-by-criteria/active',
  'process-part-request': 'parts/fetch-part-request-by-criteria',
  'remote-support/process': 'support/fetch-remote-support-by-criteria',
} as const;

const closedRepairs = 'repairing/fetch-by-criteria/closed';

/** Tabs with rows, and those of remote support: route, status and user, who is responsible while the request is open. */
const tabs: [route: keyof typeof lists, status: string, user: User][] = [
  ['process-repair', 'NEW', 'supervisor'],
  ['process-repair', 'IN_SHIPPING_DETAILS', 'client'],
  ['process-repair', 'IN_WAITING_FOR_PICK_UP', 'service'],
  ['process-repair', 'SETTING_TRACKING_NUMBER', 'service'],
  ['process-repair', 'IN_PICK_UP_ARRANGED', 'client'],
  ['process-repair', 'IN_TRANSIT', 'service'],
  ['process-repair', 'IN_WAITING_DIAGNOSTICS', 'service'],
  ['process-repair', 'IN_DIAGNOSTICS', 'service'],
  ['process-repair', 'IN_REPAIR_APPROVAL', 'supervisor'],
  ['process-repair', 'IN_SERVICE', 'service'],
  ['process-repair', 'IN_TRANSIT_BACK', 'service'],
  ['process-repair', 'IN_WAITING_COMPLETED', 'client'],
  ['process-repair', 'COMPLETED', 'supervisor'],
  ['process-repair', 'REJECTED', 'client'],
  ['process-part-request', 'INITIAL', 'supervisor'],
  ['process-part-request', 'IN_ONE_WAY_SHIPPING', 'client'],
  ['process-part-request', 'IN_WAITING_FOR_PICK_UP', 'service'],
  ['process-part-request', 'WAITING_CONFIRMATION', 'client'],
  ['process-part-request', 'DONE', 'supervisor'],
  ['remote-support/process', 'INITIAL', 'supervisor'],
  ['remote-support/process', 'SERVICE_REVIEW', 'service'],
  ['remote-support/process', 'WAITING_COMPLETION', 'service'],
  ['remote-support/process', 'DONE', 'service'],
  ['remote-support/process', 'REJECTED', 'supervisor'],
];

/** Viewports and the maximum top of the first row or field, in pixels. */
const sizes = [
  { width: 1280, height: 800, highest: 260 },
  { width: 390, height: 844, highest: 360 },
] as const;

/** Tabs of a repair that list its units; the others have fields. */
const withUnits = new Set(['NEW', 'IN_DIAGNOSTICS', 'IN_REPAIR_APPROVAL', 'IN_SERVICE']);

/** Width from which units are rows of a table, in pixels. */
const TABLE_FROM = 600;

/** Height of a row of units, in pixels. */
const ROW = 48;

/** Return the ID of the oldest request in a status, as a user lists it. */
async function findRequest(page: Page, route: keyof typeof lists, status: string, user: User): Promise<number> {
  const { token } = await getSession(page, user);
  const isClosedRepair = route === 'process-repair' && ['COMPLETED', 'REJECTED'].includes(status);
  const list = isClosedRepair ? closedRepairs : lists[route];
  const answer = await page.request.get(`/api/v1/${list}?size=100`, { headers: { Authorization: token } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { content } = (await answer.json()) as { content: { id: number; status: string }[] };
  // The oldest is demo data, which has all the content that its status can have.
  const found = content.filter((request) => request.status === status).at(-1);
  expect(found, `a request that is ${status}`).toBeDefined();
  return found?.id ?? 0;
}

/** Selector of remote support content: forms of sessions, and section titles. */
const card = '[role=form][aria-labelledby], section > h3';
const field = 'input, textarea, select, [role=group], dl, ol > li, p + button';

/** Selector of the History and of the outcomes of units. */
const entry = 'tbody tr, ul > li';

/** Return the row heights and the top of the first row, field or text of the task. */
const measure = (page: Page) =>
  page.getByRole('tabpanel').evaluate((panel, fields) => {
    const findVisible = (selector: string) =>
      [...panel.querySelectorAll(selector)].filter(
        (element) =>
          element.getBoundingClientRect().width > 24 && !element.closest('aside, section[data-index], [role=note]'),
      );
    const rows = findVisible('table [data-index], ul > [data-index]');
    const tops = [...rows, ...findVisible(fields)].map((element) => element.getBoundingClientRect().top);
    return {
      top: Math.round(Math.min(...tops) + window.scrollY),
      heights: rows.filter(({ tagName }) => tagName === 'TR').map((row) => row.getBoundingClientRect().height),
    };
  }, [card, field, entry].join());

for (const [route, status, user] of tabs) {
  const limits = sizes.map(({ width, highest }) => `${highest} px from the top at ${width} px`).join(', ');
  test(`${route} ${status}: the task begins at most ${limits}, in both languages`, async ({ page }) => {
    await signIn(page, user);
    const id = await findRequest(page, route, status, user);
    for (const lang of ['en', 'es']) {
      await go(page, `/${lang}/${route}/${id}`);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      for (const { width, height, highest } of sizes) {
        const label = `${lang}, ${width} px`;
        await page.setViewportSize({ width, height });
        await waitForAnimations(page);
        const readTop = async () => (await measure(page)).top;
        await expect.poll(readTop, { message: label, timeout: 30_000 }).toBeLessThanOrEqual(highest);
        // On a phone the units are cards of variable height.
        if (route !== 'process-repair' || width < TABLE_FROM || !withUnits.has(status)) continue;
        const readHeights = async () => (await measure(page)).heights;
        await expect.poll(async () => (await readHeights()).length, { message: label }).toBeGreaterThan(0);
        const heights = await readHeights();
        expect(
          heights.filter((each) => each !== ROW),
          label,
        ).toEqual([]);
      }
    }
  });
}

for (const lang of ['en', 'es'] as const) {
  test(`a phone has the date on one line, and the buttons of the action bar on another, in ${lang}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'client');
    const id = await findRequest(page, 'process-repair', 'IN_SHIPPING_DETAILS', 'client');
    await page.goto(`/#/${lang}/process-repair/${id}`);
    const sentence = page.locator('p[role="status"]');
    const date = sentence.locator('xpath=following-sibling::button[@aria-haspopup="dialog"]');
    await expect(date).toBeVisible();
    const edge = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left } = range.getBoundingClientRect();
      return { left: Math.round(left), height: element.getBoundingClientRect().height };
    };
    const line = await date.evaluate(edge);
    expect(line.height).toBeLessThanOrEqual(26);
    expect(Math.abs(line.left - (await sentence.evaluate(edge)).left)).toBeLessThanOrEqual(1);
    const buttons = page.locator('[data-action-bar] .MuiButton-root');
    await expect(buttons).toHaveCount(2);
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(boxes[0]?.height).toBe(boxes[1]?.height);
  });
}

test('few steps begin at the left, and the History tab ends at the edge of the card', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'supervisor');
  const id = await findRequest(page, 'process-part-request', 'INITIAL', 'supervisor');
  await page.goto(`/#/en/process-part-request/${id}`);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(5);
  const panel = await page.getByRole('tabpanel').boundingBox();
  const [first, last] = await Promise.all([tabs.first().boundingBox(), tabs.last().boundingBox()]);
  expect(first?.x).toBe(panel?.x);
  expect(first?.width).toBeLessThan(160);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe((panel?.x ?? 0) + (panel?.width ?? 0));
});

test('a repair to confirm lists its units in rows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'client');
  const id = await findRequest(page, 'process-repair', 'IN_WAITING_COMPLETED', 'client');
  await page.goto(`/#/en/process-repair/${id}`);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((units) => units.map((unit) => unit.getBoundingClientRect().height));
  expect(heights.filter((height) => height !== ROW)).toEqual([]);
});
