/** Layout of process pages: the task begins near the top, its rows are low. */
import { expect, type Page, test } from '@playwright/test';
import { waitForAnimations } from './accessibility';
import { getSession, go, type User } from './portal';

/** Request as a list returns it. */
export interface Listed {
  id: number;
  requestId: string;
  status: string;
  actionRequiredFromCurrentUser: boolean;
}

export const openLists = {
  'repairing/fetch-by-criteria/active': 'process-repair',
  'parts/fetch-part-request-by-criteria': 'process-part-request',
  'support/fetch-remote-support-by-criteria': 'remote-support/process',
};
export const allLists = { ...openLists, 'repairing/fetch-by-criteria/closed': 'process-repair' };

/** Step such as "process-repair NEW", with route and number of a request. */
export interface Step {
  name: string;
  route: string;
  requestId: string;
}

/** Return the oldest request of each status: demo data, which has all content. */
export async function findSteps(
  page: Page,
  user: User,
  lists: Record<string, string>,
  isIncluded: (request: Listed) => boolean,
): Promise<Step[]> {
  const { token } = await getSession(page, user);
  const steps = new Map<string, Step>();
  for (const [list, route] of Object.entries(lists)) {
    const response = await page.request.get(`/api/v1/${list}`, {
      headers: { Authorization: token },
      params: { sort: 'createdAt,ASC', size: 200 },
    });
    expect(response.ok(), await response.text()).toBe(true);
    for (const { id, requestId, status } of ((await response.json()) as { content: Listed[] }).content.filter(
      isIncluded,
    )) {
      const name = `${route} ${status}`;
      if (!steps.has(name)) steps.set(name, { name, route: `${route}/${id}`, requestId });
    }
  }
  return [...steps.values()];
}

/** Viewports and the maximum top of the first row or field, in pixels. */
const sizes = {
  desk: { width: 1280, height: 800, highest: 260 },
  phone: { width: 390, height: 844, highest: 360 },
} as const;

/** Open a step on a desk. Until it is loaded, the page shows the request or language opened before. */
export async function openStep(page: Page, { route, requestId }: Step, language: string): Promise<void> {
  const { width, height } = sizes.desk;
  await page.setViewportSize({ width, height });
  await go(page, `/${language}/${route}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(requestId, { timeout: 30_000 });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('tablist')).toBeVisible({ timeout: 30_000 });
}

/** Steps that list their units as rows of a table; the others have fields. */
const withUnits = ['NEW', 'IN_DIAGNOSTICS', 'IN_REPAIR_APPROVAL', 'IN_SERVICE'].map(
  (status) => `process-repair ${status}`,
);

/** Height of a row of units, in pixels. */
const ROW = 48;

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

const softly = expect.configure({ soft: true });

/** Expect the layout of an open step on a desk or on a phone. */
export async function expectLayout(
  page: Page,
  { name }: Step,
  language: string,
  device: keyof typeof sizes,
): Promise<void> {
  const { width, height, highest } = sizes[device];
  const message = `${name}, ${language}, ${width} px`;
  await page.setViewportSize({ width, height });
  await waitForAnimations(page);
  await softly
    .poll(async () => (await measure(page)).top, { message: `${message}: top of the task`, timeout: 30_000 })
    .toBeLessThanOrEqual(highest);
  // On a phone the units are cards of variable height.
  if (device === 'desk' && withUnits.includes(name)) {
    const readHeights = async () => (await measure(page)).heights;
    await softly.poll(async () => (await readHeights()).length, { message: `${message}: rows` }).toBeGreaterThan(0);
    const heights = await readHeights();
    softly(
      heights.filter((each) => each !== ROW),
      `${message}: heights of rows`,
    ).toEqual([]);
  }
  for (const rule of rules.filter((each) => each.step === name && each.device === device)) {
    await test.step(`${message}: ${rule.title}`, () => rule.check(page));
  }
}

/** Rules of single steps. */
const rules: { step: string; device: keyof typeof sizes; title: string; check: (page: Page) => Promise<void> }[] = [
  {
    step: 'process-repair IN_SHIPPING_DETAILS',
    device: 'phone',
    title: 'the date is on one line, and the buttons of the action bar are on another',
    check: async (page) => {
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
      softly(line.height, 'height of the date').toBeLessThanOrEqual(26);
      softly(
        Math.abs(line.left - (await sentence.evaluate(edge)).left),
        'distance of the left edges',
      ).toBeLessThanOrEqual(1);
      const buttons = page.locator('[data-action-bar] .MuiButton-root');
      await softly(buttons).toHaveCount(2);
      const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
      softly(boxes[0]?.y, 'top of the buttons').toBe(boxes[1]?.y);
      softly(boxes[0]?.height, 'height of the buttons').toBe(boxes[1]?.height);
    },
  },
  {
    step: 'process-part-request INITIAL',
    device: 'desk',
    title: 'few steps begin at the left, and the History tab ends at the edge of the card',
    check: async (page) => {
      const tabs = page.getByRole('tab');
      await softly(tabs).toHaveCount(5);
      const panel = await page.getByRole('tabpanel').boundingBox();
      const [first, last] = await Promise.all([tabs.first().boundingBox(), tabs.last().boundingBox()]);
      softly(first?.x, 'left edge').toBe(panel?.x);
      softly(first?.width, 'width of the first step').toBeLessThan(160);
      softly((last?.x ?? 0) + (last?.width ?? 0), 'right edge').toBe((panel?.x ?? 0) + (panel?.width ?? 0));
    },
  },
  {
    step: 'process-repair IN_WAITING_COMPLETED',
    device: 'desk',
    title: 'a repair to confirm lists its units in rows',
    check: async (page) => {
      const rows = page.getByRole('tabpanel').getByRole('listitem');
      await expect(rows.first()).toBeVisible();
      const heights = await rows.evaluateAll((units) => units.map((unit) => unit.getBoundingClientRect().height));
      softly(
        heights.filter((height) => height !== ROW),
        'heights of rows',
      ).toEqual([]);
    },
  },
];
