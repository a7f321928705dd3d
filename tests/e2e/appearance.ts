import { type CDPSession, expect, type Page } from '@playwright/test';

/** Appearance of a page. Widths below 600 px emulate a touch screen. */
export type Appearance = { mode: 'light' | 'dark'; width: number; forcedColors?: 'active' };

export const desktop: Appearance = { mode: 'light', width: 1280 };
export const phone: Appearance = { mode: 'dark', width: 360 };

/** DevTools session of each page. Emulation ends with the session that requested it. */
const sessions = new WeakMap<Page, CDPSession>();

/** Apply an appearance to a page without reloading it. */
export async function setAppearance(page: Page, { mode, width, forcedColors }: Appearance): Promise<void> {
  const narrow = width < 600;
  await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce', forcedColors: forcedColors ?? null });
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  // Before the width: a text field adapts its height when its width changes, not when touch enlarges its font.
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: narrow });
  await page.setViewportSize({ width, height: narrow ? 740 : 800 });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(narrow);
}

/** Apply the text spacing of WCAG 1.4.12 until the next load. */
export function applyTextSpacing(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Return elements that make the page scroll sideways, and those with cut-off text. */
export function findClippedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describeElement = (element: Element) => `${element.outerHTML.slice(0, 140)}`;
    const problems: string[] = [];
    const sideways = document.documentElement.scrollWidth - window.innerWidth;
    if (sideways > 0) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => Math.round(element.getBoundingClientRect().right) === document.documentElement.scrollWidth,
      );
      problems.push(`scrolls sideways by ${sideways} px`, ...wide.map(describeElement));
    }
    for (const element of document.querySelectorAll('body *')) {
      const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!text || !element.checkVisibility()) continue;
      const box = element.getBoundingClientRect();
      // Visually hidden text for screen readers.
      if (box.width <= 1 || box.height <= 1) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      // Shortened on purpose: the full text is in a tooltip or in the opened list.
      if (element.matches('[role=combobox]')) continue;
      if (
        element
          .closest('[title]')
          ?.getAttribute('title')
          ?.includes(element.textContent?.trim() ?? '')
      )
        continue;
      const wide = isClipped(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const high = isClipped(overflowY) && element.scrollHeight > element.clientHeight + 2;
      if (wide || high) problems.push(`cut off: ${describeElement(element)}`);
    }
    return problems;
  });
}

/** Return elements that only their background shows, which forced colors override. */
export function findInvisibleInForcedColors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector =
      '.MuiSwitch-thumb, .MuiTabs-indicator, .MuiLinearProgress-bar, [aria-pressed=true], [aria-current], .Mui-selected:not([role=tab]), .track i, .month .column a, section ul > li > i';
    return [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { borderStyle, outlineStyle, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
          forcedColorAdjust: string;
        };
        return borderStyle === 'none' && outlineStyle === 'none' && forcedColorAdjust !== 'none';
      })
      .map((element) => element.outerHTML.slice(0, 140));
  });
}
