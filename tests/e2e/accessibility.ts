import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds on a page as it stands: the rule and the element. The portal has no frames to look into. */
export async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** axe finds nothing. */
export async function expectNoFindings(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}
