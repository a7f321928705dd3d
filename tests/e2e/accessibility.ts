import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { findClippedElements } from './appearance';

/**
 * Return the violations that axe finds on a page, as "rule: element". `only` restricts the rules; without it all run,
 * including target-size, which axe disables by default. Legacy mode is sufficient: the portal has no frames.
 */
export async function getViolations(page: Page, only: string[] = []): Promise<string[]> {
  await waitForAnimations(page);
  // By default axe also builds a selector for each element that passes.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(only.length ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
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
