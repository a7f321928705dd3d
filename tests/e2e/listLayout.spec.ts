import { expect, type Page, test } from '@playwright/test';
import { waitForAnimations } from './accessibility';
import { getRecordLinks } from './listPage';
import { go, signIn, type User } from './portal';
import { goToOther } from './screens';

/** Request lists by user: each role has other columns. */
const requestLists = ['active-repairs', 'closed-repairs', 'part-request/list', 'remote-support/list', 'instruments'];
const listsByUser: Partial<Record<User, string[]>> = {
  client: [...requestLists, 'action-required'],
  service: [...requestLists, 'action-required'],
  supervisor: [...requestLists, 'action-required', 'reports/general?view=rows'],
  manager: requestLists,
  admin: [...requestLists, 'contacts', 'parts', 'predefined-services', 'clients', 'services', 'check-points'],
};

/** Return row heights, gaps between texts of adjacent cells, and the overflow. */
function measure(page: Page) {
  return page.locator('.RaDataTable-table').evaluate((table) => {
    const rows = [...table.querySelectorAll('tbody tr.RaDataTable-row')];
    // Only visible texts: not boxes that fill a cell or row, nor visually hidden texts (1 px wide).
    const getVisibleBoxes = (cell: Element) => {
      const range = document.createRange();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      // With hidden overflow the text ends at the edge of the cell's content box.
      const { overflowX, paddingRight } = getComputedStyle(cell);
      const end = cell.getBoundingClientRect().right - Number.parseFloat(paddingRight);
      const edge = overflowX === 'hidden' ? end : Number.POSITIVE_INFINITY;
      while (texts.nextNode()) {
        let holder = texts.currentNode.parentElement;
        while (holder && holder !== cell && holder.getBoundingClientRect().width > 1) holder = holder.parentElement;
        if (holder !== cell) continue;
        range.selectNodeContents(texts.currentNode);
        const clip = texts.currentNode.parentElement
          ?.closest('.clip, .recordLink, .MuiSelect-select')
          ?.getBoundingClientRect();
        for (const box of range.getClientRects()) {
          const right = Math.min(box.right, clip?.right ?? box.right, edge);
          if (box.width > 1 && box.height > 1) boxes.push(new DOMRect(box.x, box.y, right - box.x, box.height));
        }
      }
      return boxes;
    };
    const gaps = [table.querySelector('thead tr') as Element, ...rows].flatMap((row) => {
      const cells = [...row.children].map(getVisibleBoxes).filter((boxes) => boxes.length > 0);
      return cells.slice(1).map((boxes, index) => {
        const before = cells[index] ?? [];
        return Math.min(...boxes.map(({ left }) => left)) - Math.max(...before.map(({ right }) => right));
      });
    });
    const headerHeight = table.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    const wrapper = table.closest('.RaDataTable-tableWrapper');
    const overflow = wrapper ? wrapper.scrollWidth - wrapper.clientWidth : Number.NaN;
    // Of the title, or of the arrow before it.
    const title = document.querySelector('main h1');
    const arrow = title?.parentElement?.previousElementSibling;
    const edge = (element?: Element | null) => element?.getBoundingClientRect().left ?? Number.NaN;
    const first = arrow?.hasChildNodes() ? arrow : title;
    const indent = Math.abs(edge(first) - edge(table.closest('.MuiCard-root')));
    return { heights: rows.map((row) => row.getBoundingClientRect().height), gaps, headerHeight, overflow, indent };
  });
}

const softly = expect.configure({ soft: true });

/** Measures that some lists have in addition, at 1280 px. */
const rules: {
  users: User[];
  languages: ('en' | 'es')[];
  routes: string[];
  check: (page: Page, label: string, user: User) => Promise<void>;
}[] = [
  {
    users: ['service'],
    languages: ['en'],
    routes: ['action-required', 'active-repairs', 'part-request/list', 'remote-support/list'],
    check: (page, label) =>
      test.step(`${label}: rows have one center line and a bar at the edge of the card; entries of the navigation are 36 px high`, async () => {
        const { centers, edge } = await page.locator('.RaDataTable-table').evaluate((table) => {
          const getCenter = (box: DOMRect) => box.top + box.height / 2;
          const rows = [...table.querySelectorAll('tbody tr.RaDataTable-row')];
          return {
            edge:
              (table.querySelector('td.first')?.getBoundingClientRect().left ?? 0) - table.getBoundingClientRect().left,
            centers: rows.flatMap((row) =>
              [...row.querySelectorAll('.recordLink, .MuiChip-root, .MuiBadge-badge')].map(
                (each) => getCenter(each.getBoundingClientRect()) - getCenter(row.getBoundingClientRect()),
              ),
            ),
          };
        });
        softly(centers.length, `${label}: texts`).toBeGreaterThan(0);
        softly(Math.max(...centers.map(Math.abs)), `${label}: distance from the center line`).toBeLessThanOrEqual(1);
        softly(edge, `${label}: bar`).toBe(0);
        const entries = await page.getByRole('navigation').getByRole('link').all();
        softly(entries.length).toBeGreaterThan(3);
        for (const entry of entries) softly((await entry.boundingBox())?.height, label).toBe(36);
      }),
  },
  {
    users: ['admin'],
    languages: ['en'],
    routes: ['remote-support/list', 'parts'],
    check: (page, label) =>
      test.step(`${label}: selects in rows are 32 px high`, async () => {
        const select = page.locator('tbody .MuiInputBase-root').first();
        await expect(select).toBeVisible();
        softly((await select.boundingBox())?.height, `${label}: select`).toBe(32);
      }),
  },
  {
    users: ['client', 'service', 'admin'],
    languages: ['en', 'es'],
    routes: ['remote-support/list'],
    check: (page, label, user) =>
      test.step(`${label}: headers are one line and have the offset once`, async () => {
        const headers = page.locator('thead th:has(.MuiTableSortLabel-root)');
        const heights = await headers.evaluateAll((cells) =>
          cells.map((cell) => {
            const text = document.createRange();
            text.selectNodeContents(cell);
            return text.getBoundingClientRect().height;
          }),
        );
        softly(Math.max(...heights), `${label}: highest header`).toBeLessThan(24);
        const withOffset = (await headers.allTextContents()).filter((text) => text.includes('UTC'));
        softly(withOffset, `${label}: offsets`).toHaveLength(1);
        await softly(page.locator('th.column-actionRequiredFromRole'), label).toHaveCount(user === 'admin' ? 0 : 1);
      }),
  },
  {
    users: ['admin'],
    languages: ['en'],
    routes: ['check-points'],
    check: (page, label) =>
      test.step(`${label}: texts keep a distance from the number before them`, async () => {
        const gaps = await page.locator('tbody tr').evaluateAll((rows) =>
          rows.map((row) => {
            const [position, enabled] = ['position', 'enabled'].map((key) => {
              const text = document.createRange();
              text.selectNodeContents(row.querySelector(`.column-${key}`) as Element);
              return text.getBoundingClientRect();
            });
            return (enabled?.left ?? 0) - (position?.right ?? 0);
          }),
        );
        softly(gaps.length, `${label}: rows`).toBeGreaterThan(0);
        softly(Math.min(...gaps), `${label}: distance of the text`).toBeGreaterThanOrEqual(24);
      }),
  },
  {
    users: ['admin'],
    languages: ['en', 'es'],
    routes: ['check-points'],
    check: (page, label) =>
      test.step(`${label}: headers of numeric columns fit their columns, including the sort arrow`, async () => {
        const heading = page.getByRole('columnheader', { name: /position|posición/i });
        const over = await heading.evaluate((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().right - cell.getBoundingClientRect().right;
        });
        softly(over, `${label}: overflow of the header`).toBeLessThanOrEqual(0);
      }),
  },
  {
    users: ['service'],
    languages: ['es'],
    routes: ['part-request/list'],
    check: (page, label) =>
      test.step(`${label}: Spanish part requests show the clients whole`, async () => {
        const names = page.locator('td.column-clientName .clip', { hasText: 'Customs Service, Georgia' });
        await expect(names.first()).toBeVisible();
        const cut = await names.evaluateAll((texts) =>
          texts.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 4),
        );
        softly(cut, `${label}: cut names`).toEqual([]);
      }),
  },
  {
    users: ['supervisor'],
    languages: ['es'],
    routes: ['active-repairs'],
    check: (page) =>
      test.step('Spanish: no English word on the lists', async () => {
        const text = await page.locator('body').innerText();
        softly(text).not.toMatch(
          /\b(requests?|units?|from|you|Status|Columns|Showing|Rows|Export\b(?!ar)|Client\b(?!e))\b/,
        );
      }),
  },
];

for (const [user, routes] of Object.entries(listsByUser) as [User, string[]][]) {
  test(`${user}'s lists fit a desktop, with rows of one line whose cells do not touch`, async ({ page }) => {
    test.slow();
    await signIn(page, user);
    for (const language of ['en', 'es'] as const) {
      await page.goto('about:blank');
      for (const route of routes) {
        await goToOther(page, `/${language}/${route}`);
        await expect(getRecordLinks(page).first()).toBeVisible();
        for (const width of [1280, 1440]) {
          const label = `${route}, ${language}, ${width} px`;
          await page.setViewportSize({ width, height: 900 });
          await waitForAnimations(page);
          const { heights, gaps, headerHeight, overflow, indent } = await measure(page);
          softly(
            indent,
            `${label}: the title begins at the edge of the card, unless an arrow is before it`,
          ).toBeLessThan(1);
          softly(overflow, `${label}: sideways scroll`).toBeLessThanOrEqual(0);
          softly(heights.length, `${label}: rows`).toBeGreaterThan(0);
          softly(gaps.length, `${label}: neighbouring cells`).toBeGreaterThan(0);
          softly(Math.min(...heights), `${label}: lowest row`).toBeGreaterThanOrEqual(44);
          softly(Math.max(...heights), `${label}: highest row`).toBeLessThanOrEqual(48);
          // Widths of texts are fractions of a pixel.
          softly(Math.min(...gaps), `${label}: distance of cells`).toBeGreaterThanOrEqual(15.95);
          // Headers of two lines are higher.
          softly(headerHeight, `${label}: header`).toBeLessThanOrEqual(43);
          if (width > 1280) continue;
          for (const { users, languages, routes: lists, check } of rules) {
            if (!users.includes(user) || !languages.includes(language) || !lists.includes(route)) continue;
            await check(page, label, user);
          }
        }
      }
    }
  });
}

/** Expect selects on cards to end with the texts, and cards to grow with them. */
async function expectFittingSelects(page: Page): Promise<void> {
  for (const route of ['remote-support/list', 'parts']) {
    await go(page, `/es/${route}`);
    const cards = page.locator('#main-content .MuiCard-root > ul > li');
    await expect(cards.getByRole('combobox').first()).toBeVisible();
    // Controls may be rendered after the other contents of their cards.
    await expect(cards.filter({ hasNot: page.locator('.controls .MuiInputBase-input') })).toHaveCount(0);
    await expect(cards.locator('.MuiSkeleton-root')).toHaveCount(0);
    const boxes = await cards.evaluateAll((items) =>
      items.map((card) => {
        const control = card.querySelector<HTMLElement>('.controls .MuiInputBase-root');
        const value = control?.querySelector('.MuiInputBase-input')?.getBoundingClientRect();
        // A value that cannot be changed has no arrow.
        const arrows = [...(control?.querySelectorAll('svg') ?? [])].map((svg) => svg.getBoundingClientRect());
        const { right, bottom } = card.getBoundingClientRect();
        return {
          isMultiline: (control?.offsetHeight ?? 0) > 50,
          below: bottom - (value?.bottom ?? bottom),
          insets: arrows.filter(({ width }) => width > 0).map((arrow) => right - arrow.right),
        };
      }),
    );
    softly(Math.min(...boxes.map(({ below }) => below)), route).toBeGreaterThanOrEqual(3);
    // The box of an arrow is wider than its lines.
    const insets = boxes.flatMap((box) => box.insets);
    softly(insets.length, route).toBeGreaterThan(5);
    softly(Math.max(...insets.map((inset) => Math.abs(inset - 8))), route).toBeLessThanOrEqual(1.5);
    softly(
      boxes.some(({ isMultiline }) => isMultiline),
      route,
    ).toBe(route === 'parts');
  }
}

for (const [user, routes] of Object.entries({
  client: ['active-repairs', 'instruments', 'part-request/list', 'remote-support/list'],
  service: ['action-required', 'active-repairs', 'closed-repairs', 'part-request/list'],
  admin: ['contacts', 'clients'],
}) as [User, string[]][]) {
  test(`${user}'s cards are low, and the status is whole and next to the name`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, user);
    for (const language of ['en', 'es']) {
      await page.goto('about:blank');
      for (const route of routes) {
        await goToOther(page, `/${language}/${route}`);
        const cards = page.locator('#main-content .MuiCard-root > ul > li');
        await expect(cards.getByRole('link').first()).toBeVisible();
        const boxes = await cards.evaluateAll((items) =>
          items.map((card) => {
            const centers = [...card.querySelectorAll('.recordLink, .chips .MuiChip-root')].map((each) => {
              const { top, bottom } = each.getBoundingClientRect();
              return (top + bottom) / 2;
            });
            // A chip that does not fit next to the name has a line of its own.
            const spread = Math.max(...centers) - Math.min(...centers);
            const isBelow = spread > 24;
            const right = card.getBoundingClientRect().right - 11;
            const isCut = [...card.querySelectorAll('.chips .MuiChip-root')].some((chip) => {
              const label = chip.querySelector('.MuiChip-label');
              return chip.getBoundingClientRect().right > right || (label && label.scrollWidth > label.clientWidth);
            });
            const appointment = card.querySelector('.appointment') ? 24 : 0;
            const height = card.getBoundingClientRect().height - (isBelow ? 28 : 0) - appointment;
            return { height, spread: isBelow ? 0 : spread, isCut };
          }),
        );
        // Three lines, and one for an appointment.
        softly(Math.max(...boxes.map(({ height }) => height)), `${language} ${route}`).toBeLessThanOrEqual(98);
        softly(Math.max(...boxes.map(({ spread }) => spread)), `${language} ${route}`).toBeLessThanOrEqual(2);
        softly(
          boxes.filter(({ isCut }) => isCut),
          `${language} ${route}`,
        ).toEqual([]);
      }
    }
    if (user === 'admin') {
      await test.step('a select on a card ends at the edge of the texts, and its card grows with its lines', () =>
        expectFittingSelects(page));
    }
  });
}
