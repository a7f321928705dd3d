import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { cutOff } from './looks';

/**
 * Return the violations that axe finds on a page, as "rule: element". `only` restricts the rules; without it all run,
 * including target-size, which axe disables by default. Legacy mode is sufficient: the portal has no frames.
 */
export async function findings(page: Page, only: string[] = []): Promise<string[]> {
  await settled(page);
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (only.length) axe.withRules(only);
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Wait for skeletons and animations to end. axe would measure the contrast of transitional colors. */
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

/** Expect nothing cut off and no sideways scrolling. Polls until the page is rendered for its width. */
export async function isWhole(page: Page, where: string): Promise<void> {
  await softly.poll(() => cutOff(page), { message: where, timeout: 5_000 }).toEqual([]);
}

/** Expect no axe findings and nothing cut off. Soft: the test continues and fails at its end. */
export async function isClean(page: Page, where: string, only: string[] = []): Promise<void> {
  softly(await findings(page, only), where).toEqual([]);
  await isWhole(page, where);
}

/** Expect no axe findings. */
export async function expectNoFindings(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}
