/** Layout at all widths: no overflow, overlaps, oversized bars or layout shifts. */
import { expect, type Page, test } from '@playwright/test';
import { repair } from './helpPictures';
import { buildListUrl, go, signIn, type User } from './portal';
import { goToOther } from './screens';
import { callAsAdmin } from './usersPage';

const sizes = [
  [600, 800],
  [768, 1024],
  [844, 390],
  [1024, 768],
  [1920, 1080],
  [2560, 1440],
] as const;

/** Maximum width of the content, in pixels. */
const LONGEST_LINE = 1760;

const desktop = { width: 1280, height: 800 };

/** Pages by user: a repair in a status, other routes, and what those show once loaded. */
const screens: [user: User, status: string, routes: string[], ready: string][] = [
  ['supervisor', 'NEW', ['part-request/list', 'instruments', 'active-repairs'], 'main tr a, main li a'],
  ['client', 'IN_SHIPPING_DETAILS', ['new-repair', 'part-request/new', 'remote-support/new'], 'main form input'],
  ['service', 'IN_DIAGNOSTICS', [], ''],
];

interface LayoutMetrics {
  sideways: number;
  overlaps: string[];
  /** Share of the viewport height that sticky and fixed bars cover. */
  sticky: number;
  content: number;
}

/** Measure overflow, overlaps, sticky bars and content width of a page. */
const measureLayout = (page: Page): Promise<LayoutMetrics> =>
  page.evaluate(() => {
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const boxes = [...document.querySelectorAll('main .MuiInputBase-root, main .MuiButton-root, main h1')]
      .filter(isVisible)
      .filter((element) => !element.closest('[aria-hidden="true"], [inert], .MuiTablePagination-root'))
      .filter((element) => !element.closest('[class*="StickyToolbar"]'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const getName = (element: Element) =>
      element.textContent || element.querySelector('input')?.name || element.tagName;
    // A sticky bar may cover content that scrolls below it.
    const isFixed = (element: Element) => {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (['sticky', 'fixed'].includes(getComputedStyle(each).position)) return true;
      return false;
    };
    const overlaps = boxes.flatMap((first, index) =>
      boxes
        .slice(index + 1)
        .filter(({ element, box }) => {
          if (element.contains(first.element) || first.element.contains(element)) return false;
          if (isFixed(element) !== isFixed(first.element)) return false;
          const wide = Math.min(box.right, first.box.right) - Math.max(box.left, first.box.left);
          const high = Math.min(box.bottom, first.box.bottom) - Math.max(box.top, first.box.top);
          return wide > 1 && high > 1;
        })
        .map(({ element }) => `${getName(first.element)} / ${getName(element)}`),
    );
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return (
        ['sticky', 'fixed'].includes(position) && isVisible(element) && box.width > innerWidth / 2 && box.height > 0
      );
    });
    const rows = new Set<number>();
    for (const bar of bars) {
      const { top, bottom } = bar.getBoundingClientRect();
      for (let y = Math.max(0, Math.round(top)); y < Math.min(innerHeight, Math.round(bottom)); y += 1) rows.add(y);
    }
    const heading = document.querySelector('main h1')?.closest('main > *, main > * > *');
    return {
      sideways: document.documentElement.scrollWidth - innerWidth,
      overlaps,
      sticky: rows.size / innerHeight,
      content: heading?.getBoundingClientRect().width ?? 0,
    };
  });

async function expectCleanLayout(page: Page, label: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const at = `${label} at ${width} x ${height}`;
    // Some components are rendered again after the viewport has its new size.
    await expect
      .poll(async () => {
        const { sideways, overlaps } = await measureLayout(page);
        return { isWide: sideways > 0, overlaps };
      }, at)
      .toEqual({ isWide: false, overlaps: [] });
    const { sticky, content } = await measureLayout(page);
    expect(sticky, at).toBeLessThanOrEqual(1 / 3);
    expect(content, `${at}: the content has a heading`).toBeGreaterThan(0);
    expect(content, at).toBeLessThanOrEqual(LONGEST_LINE);
  }
}

/** Open another page on a desktop. */
async function openOther(page: Page, route: string): Promise<void> {
  await page.setViewportSize(desktop);
  await goToOther(page, `/en/${route}`);
}

for (const [user, status, routes, ready] of screens) {
  test(`pages of a ${user} fit every width`, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, user);
    for (const route of routes) {
      await test.step(route, async () => {
        await openOther(page, route);
        await expect(page.locator(ready).first()).toBeVisible({ timeout: 30_000 });
        await expectCleanLayout(page, route);
      });
    }
    if (user === 'supervisor') {
      await test.step('the navigation collapses to icons on narrow screens', () => expectCollapsingNavigation(page));
      await test.step('a printed list shows its filter, range, user and URL', () => expectPrintedList(page));
    }
    await test.step(`process page (${status})`, async () => {
      await openOther(page, await repair(status, user)(page));
      await expect(page.getByRole('tabpanel').locator('h2, h3, table').first()).toBeVisible({ timeout: 30_000 });
      await expectCleanLayout(page, `process page (${status})`);
    });
  });
}

async function expectCollapsingNavigation(page: Page): Promise<void> {
  const getWidth = () =>
    page
      .getByRole('navigation', { name: 'Main navigation' })
      .evaluate((element) => element.getBoundingClientRect().width);
  await page.setViewportSize(desktop);
  await expect.poll(getWidth).toBe(212);
  for (const narrow of [1024, 844, 768]) {
    await page.setViewportSize({ width: narrow, height: 600 });
    await expect.poll(getWidth).toBe(64);
  }
  await page.setViewportSize(desktop);
  await expect.poll(getWidth).toBe(212);
}

async function expectPrintedList(page: Page): Promise<void> {
  await go(page, buildListUrl('/en/active-repairs', { filter: { keyword: 'R-' } }));
  await expect(page.locator('main a[href*="process-repair"]').first()).toBeVisible({ timeout: 30_000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Printed on .* by .* · http.*active-repairs/)).toBeVisible();
  await expect(page.getByText(/: R-$/)).toBeVisible();
  await expect(page.getByText(/^Showing 1 to \d+ of \d+/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: null });
}

/** Selector of the first card of a page. `block` is for pages that consist of several cards. */
const card = 'main .MuiCard-root >> nth=0';
const block = (index: number) => `main .MuiSkeleton-rounded, main .MuiCard-root >> nth=${index}`;
const skeletonInCard = `${card} >> [role=status] .MuiSkeleton-root`;

/** Pages with delayed data: placeholders, and elements measured before and after. */
const delayed = [
  {
    name: 'a list',
    user: 'supervisor',
    route: 'active-repairs',
    call: '**/api/rest/active-repairs?*',
    placeholder: 'main tbody .MuiSkeleton-root, main .MuiCard-root li .MuiSkeleton-root',
    anchors: ['main h1', card, 'main tbody tr, main .MuiCard-root li'],
  },
  {
    name: 'a process page',
    user: 'supervisor',
    // See findDemoRepair.
    route: '',
    call: '**/repairing/fetch/repair?*',
    placeholder: skeletonInCard,
    anchors: [card],
  },
  {
    name: 'an instrument',
    user: 'client',
    route: 'instrument/1',
    call: '**/api/v1/instruments/fetch?*',
    placeholder: 'main .MuiSkeleton-rounded',
    anchors: [block(0), block(1)],
  },
  {
    name: 'a profile',
    user: 'client',
    route: 'profile',
    call: '**/api/rest/profile?*',
    placeholder: skeletonInCard,
    anchors: ['main h1', card],
  },
  {
    name: 'a new remote support',
    user: 'client',
    route: 'remote-support/new',
    call: '**/contacts/profile',
    placeholder: skeletonInCard,
    anchors: ['main h1', card],
  },
  {
    name: 'the report',
    user: 'supervisor',
    route: 'reports/general',
    call: '**/api/v1/reports/general/charts',
    // Once the list has its count, which is above.
    placeholder: 'main:has(:text("requests,")) .MuiCard-root .MuiSkeleton-root',
    // The first and last tile, and the first chart.
    anchors: ['main h1', card, 'main .MuiCard-root >> nth=4', 'main .MuiCard-root >> nth=5'],
  },
  {
    name: 'email notifications',
    user: 'admin',
    route: 'mail-notification',
    call: '**/api/rest/mail-notification?*',
    placeholder: 'main .MuiCard-root .MuiSkeleton-root',
    anchors: ['main h1', card],
  },
  {
    name: 'the setup',
    user: 'admin',
    route: 'setup',
    call: '**/api/v1/setup/checklist',
    placeholder: skeletonInCard,
    anchors: ['main h1', card],
  },
  {
    name: 'roles with two-factor authentication',
    user: 'admin',
    route: 'second-factor',
    call: '**/api/v1/second-factor/roles',
    placeholder: skeletonInCard,
    anchors: ['main h1', card],
  },
] as const;

const getTop = (element: Element) => element.getBoundingClientRect().top;

for (const { name, user, route, call, placeholder, anchors } of delayed) {
  test(`nothing of ${name} moves as its data arrives, on a desktop and on a phone`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, user);
    const address = route || (await findDemoRepair(page));
    for (const viewport of [desktop, { width: 390, height: 844 }]) {
      await test.step(`at ${viewport.width} px`, async () => {
        await page.goto('about:blank');
        await page.setViewportSize(viewport);
        let heldCount = 0;
        let release = () => {};
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route(call, async (route) => {
          heldCount += 1;
          await released;
          await route.continue();
        });
        await go(page, `/en/${address}`);
        const getBoxes = () => Promise.all(anchors.map((anchor) => page.locator(anchor).first().evaluate(getTop)));
        await expect(page.locator(placeholder).first()).toBeVisible({ timeout: 30_000 });
        await expect.poll(() => heldCount).toBeGreaterThan(0);
        const before = await getBoxes();
        const title = page.locator('main h1').first();
        const titleBefore = anchors[0] === 'main h1' ? await title.textContent() : null;
        release();
        await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0, { timeout: 30_000 });
        const after = await getBoxes();
        if (titleBefore !== null) await expect(title).toHaveText(titleBefore);
        for (const [index, top] of after.entries()) expect(Math.abs(top - (before[index] ?? 0))).toBeLessThanOrEqual(8);
        await page.unroute(call);
      });
    }
  });
}

/** Return the route of a demo repair: those of other tests have texts of any length. */
async function findDemoRepair(page: Page): Promise<string> {
  const number = 'R-2026-000051';
  const { content } = await callAsAdmin(page, 'get', `repairing/fetch-by-criteria/active?keyword=${number}`);
  return `process-repair/${content.find(({ requestId }: { requestId: string }) => requestId === number).id}`;
}

test('a list without results announces only that, and no count before', async ({ page }) => {
  await page.addInitScript(() => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status]')) {
        const content = [...status.childNodes].filter(
          (node) => !(node instanceof Element && node.ariaHidden === 'true'),
        );
        announcements.push(content.map((node) => node.textContent).join(''));
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await signIn(page, 'supervisor');
  await go(page, `/en/active-repairs?filter=${encodeURIComponent(JSON.stringify({ keyword: 'nothing-like-this' }))}`);
  await expect(page.getByText('No results')).toBeVisible({ timeout: 30_000 });
  const announcements = await page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);
  expect(announcements, 'what the page said').not.toEqual([]);
  expect(announcements.filter((text) => /Showing|Status|Created/.test(text))).toEqual([]);
});

test('title and subtitle of a form begin at one edge, its fields and its toolbar at another', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin');
  await go(page, '/en/edit/contact/client');
  const field = page.getByRole('textbox', { name: 'Username' });
  await expect(field).toBeVisible();
  const title = page.getByRole('heading', { level: 1 });
  const getLeft = async (element: typeof field) => Math.round((await element.boundingBox())?.x ?? -1);
  expect(await getLeft(title.locator('xpath=following-sibling::*'))).toBe(await getLeft(title));
  expect(await getLeft(page.locator('[data-action-bar] p').first())).toBe(await getLeft(field.locator('xpath=..')));
});
