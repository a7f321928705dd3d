import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { findClippedElements } from './appearance';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

/**
 * Return the violations that axe finds on a page, as "rule: element". `only` restricts the rules; without it all run,
 * including target-size, which axe disables by default. axe is loaded once per document: @axe-core/playwright would load
 * it twice per run.
 */
export async function getViolations(page: Page, only: string[] = []): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
  }
  const options: RunOptions = {
    // By default axe also builds a selector for each element that passes.
    resultTypes: ['violations'],
    // Only rules for media, which the portal does not have, need resources.
    preload: false,
    ...(only.length ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  };
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, options);
}

/** Wait for skeletons and animations to end. axe would measure the contrast of transitional colors. */
export async function waitForAnimations(page: Page): Promise<void> {
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  await page.evaluate(async () => {
    const waitForFrame = () => new Promise(requestAnimationFrame);
    const getMovingAnimations = () =>
      document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await waitForFrame();
    for (let attempt = 0; getMovingAnimations().length && attempt < 100; attempt += 1) {
      await Promise.allSettled(getMovingAnimations().map(({ finished }) => finished));
      await waitForFrame();
    }
  });
}

const softly = expect.configure({ soft: true });

/** Expect nothing cut off and no sideways scrolling. Polls until the page is rendered for its width. */
export async function expectNoOverflow(page: Page, label: string): Promise<void> {
  await softly.poll(() => findClippedElements(page), { message: label, timeout: 5_000 }).toEqual([]);
}

/** Expect no axe findings and nothing cut off. Soft: the test continues and fails at its end. */
export async function expectAccessible(page: Page, label: string, only: string[] = []): Promise<void> {
  softly(await getViolations(page, only), label).toEqual([]);
  await expectNoOverflow(page, label);
}

/** Expect no axe findings. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await getViolations(page)).toEqual([]);
}
