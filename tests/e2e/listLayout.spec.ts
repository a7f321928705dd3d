import { expect, type Page, test } from '@playwright/test';
import { waitForAnimations } from './accessibility';
import { getRecordLinks } from './listPage';
import { go, signIn, type User } from './portal';

/** Request lists by user: each role has other columns. */
const requestLists = ['active-repairs', 'closed-repairs', 'part-request/list', 'remote-support/list', 'instruments'];
const listsByUser: Partial<Record<User, string[]>> = {
  client: [...requestLists, 'action-required'],
  service: [...requestLists, 'action-required'],
  supervisor: [...requestLists, 'action-required', 'reports/general?view=rows'],
  manager: requestLists,
  admin: [...requestLists, 'contacts', 'parts', 'predefined-services', 'clients', 'services'],
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

for (const [user, routes] of Object.entries(listsByUser) as [User, string[]][]) {
  for (const language of ['en', 'es']) {
    test(`${user}'s lists fit a desktop, with rows of one line whose cells do not touch (${language})`, async ({
      page,
    }) => {
      await signIn(page, user);
      for (const route of routes) {
        await go(page, `/${language}/${route}`);
        await expect(getRecordLinks(page).first()).toBeVisible();
        for (const width of [1280, 1440]) {
          const label = `${route}, ${width} px`;
          await page.setViewportSize({ width, height: 900 });
          await waitForAnimations(page);
          const { heights, gaps, headerHeight, overflow, indent } = await measure(page);
          expect(
            indent,
            `${label}: the title begins at the edge of the card, unless an arrow is before it`,
          ).toBeLessThan(1);
          expect(overflow, `${label}: sideways scroll`).toBeLessThanOrEqual(0);
          expect(heights.length, `${label}: rows`).toBeGreaterThan(0);
          expect(gaps.length, `${label}: neighbouring cells`).toBeGreaterThan(0);
          expect(Math.min(...heights), `${label}: lowest row`).toBeGreaterThanOrEqual(44);
          expect(Math.max(...heights), `${label}: highest row`).toBeLessThanOrEqual(48);
          // Widths of texts are fractions of a pixel.
          expect(Math.min(...gaps), `${label}: distance of cells`).toBeGreaterThanOrEqual(15.95);
          // Headers of two lines are higher.
          expect(headerHeight, `${label}: header`).toBeLessThanOrEqual(43);
        }
      }
    });
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
      for (const route of routes) {
        await go(page, `/${language}/${route}`);
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
        expect(Math.max(...boxes.map(({ height }) => height)), `${language} ${route}`).toBeLessThanOrEqual(98);
        expect(Math.max(...boxes.map(({ spread }) => spread)), `${language} ${route}`).toBeLessThanOrEqual(2);
        expect(
          boxes.filter(({ isCut }) => isCut),
          `${language} ${route}`,
        ).toEqual([]);
      }
    }
  });
}

test('a select on a card ends at the edge of the texts, and its card grows with its lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  for (const route of ['remote-support/list', 'parts']) {
    await go(page, `/es/${route}`);
    const cards = page.locator('#main-content .MuiCard-root > ul > li');
    await expect(cards.getByRole('combobox').first()).toBeVisible();
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
    expect(Math.min(...boxes.map(({ below }) => below)), route).toBeGreaterThanOrEqual(3);
    // The box of an arrow is wider than its lines.
    const insets = boxes.flatMap((box) => box.insets);
    expect(insets.length, route).toBeGreaterThan(5);
    expect(Math.max(...insets.map((inset) => Math.abs(inset - 8))), route).toBeLessThanOrEqual(1.5);
    expect(
      boxes.some(({ isMultiline }) => isMultiline),
      route,
    ).toBe(route === 'parts');
  }
});

test('rows have one center line and a bar at the edge of the card; entries of the navigation are 36 px high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, 'service');
  for (const route of ['action-required', 'active-repairs', 'part-request/list', 'remote-support/list']) {
    await go(page, `/en/${route}`);
    await expect(getRecordLinks(page).first()).toBeVisible();
    const { centers, edge } = await page.locator('.RaDataTable-table').evaluate((table) => {
      const getCenter = (box: DOMRect) => box.top + box.height / 2;
      const rows = [...table.querySelectorAll('tbody tr.RaDataTable-row')];
      return {
        edge: (table.querySelector('td.first')?.getBoundingClientRect().left ?? 0) - table.getBoundingClientRect().left,
        centers: rows.flatMap((row) =>
          [...row.querySelectorAll('.recordLink, .MuiChip-root, .MuiBadge-badge')].map(
            (each) => getCenter(each.getBoundingClientRect()) - getCenter(row.getBoundingClientRect()),
          ),
        ),
      };
    });
    expect(centers.length, route).toBeGreaterThan(0);
    expect(Math.max(...centers.map(Math.abs)), route).toBeLessThanOrEqual(1);
    expect(edge, route).toBe(0);
  }
  const entries = await page.getByRole('navigation').getByRole('link').all();
  expect(entries.length).toBeGreaterThan(3);
  for (const entry of entries) expect((await entry.boundingBox())?.height).toBe(36);
});

test('selects in rows are 32 px high', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, 'admin');
  for (const route of ['remote-support/list', 'parts']) {
    await go(page, `/en/${route}`);
    const select = page.locator('tbody .MuiInputBase-root').first();
    await expect(select).toBeVisible();
    expect((await select.boundingBox())?.height, route).toBe(32);
  }
});

test('headers of remote support are one line and have the offset once', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const user of ['client', 'service', 'admin'] as const) {
    await signIn(page, user);
    for (const language of ['en', 'es']) {
      await go(page, `/${language}/remote-support/list`);
      await expect(getRecordLinks(page).first()).toBeVisible();
      const headers = page.locator('thead th:has(.MuiTableSortLabel-root)');
      const heights = await headers.evaluateAll((cells) =>
        cells.map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().height;
        }),
      );
      expect(Math.max(...heights), `${language} ${user}`).toBeLessThan(24);
      expect((await headers.allTextContents()).filter((text) => text.includes('UTC'))).toHaveLength(1);
      await expect(page.locator('th.column-actionRequiredFromRole')).toHaveCount(user === 'admin' ? 0 : 1);
    }
    await page.context().clearCookies();
    await page.goto('about:blank');
  }
});

test('texts keep a distance from the number before them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, 'admin');
  await go(page, '/en/check-points');
  await expect(getRecordLinks(page).first()).toBeVisible();
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
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24);
});

test('Spanish part requests show the clients whole', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, 'service');
  await go(page, '/es/part-request/list');
  await expect(getRecordLinks(page).first()).toBeVisible();
  const names = page.locator('td.column-clientName .clip', { hasText: 'Customs Service, Georgia' });
  await expect(names.first()).toBeVisible();
  const cut = await names.evaluateAll((texts) =>
    texts.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 4),
  );
  expect(cut).toEqual([]);
});
