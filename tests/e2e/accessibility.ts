import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { cutOff } from './looks';

/**
 * What axe finds on a page as it stands: the rule and the element. The portal has no frames to look into. `only` names
 * the rules to try; without it all are, with the size of targets, which axe leaves out unless it is asked.
 */
export async function findings(page: Page, only: string[] = []): Promise<string[]> {
  await settled(page);
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (only.length) axe.withRules(only);
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Skeletons have gone and nothing moves any more: a color on its way to another is nobody's color. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const moving = () =>
      document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await frame();
    for (let tries = 0; moving().length && tries < 100; tries += 1) {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      await frame();
    }
  });
}

const softly = expect.configure({ soft: true });

/** Nothing is cut off or scrolls sideways, once the page is drawn for its new width. */
export async function isWhole(page: Page, where: string): Promise<void> {
  await softly.poll(() => cutOff(page), { message: where, timeout: 5_000 }).toEqual([]);
}

/** axe finds nothing, and nothing is cut off; the test goes on and fails at its end. */
export async function isClean(page: Page, where: string, only: string[] = []): Promise<void> {
  softly(await findings(page, only), where).toEqual([]);
  await isWhole(page, where);
}

/** axe finds nothing. */
export async function expectNoFindings(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}
