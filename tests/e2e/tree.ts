import { expect, type Page } from '@playwright/test';
import type { Words } from './words';

/** What a screen reader can say nothing of where it has no name. */
const namedRoles = 'table|textbox|combobox|checkbox|radio|switch|button|link|tab|dialog|heading|spinbutton';
const nameless = new RegExp(`^\\s*- (?:${namedRoles})(?: \\[[^\\]]*\\])*(?::|$)`, 'm');

/**
 * The page of a request as a screen reader has it: its number, its status and whose turn it is in words, the steps with
 * the one at work, and in the open tab no field, button or table without a name.
 */
export async function expectTold(page: Page, words: Words): Promise<void> {
  const main = page.locator('#main-content');
  await expect(main).toMatchAriaSnapshot(`
    - heading /[A-Z]+-\\d{4}-\\d{6}/ [level=1]
    - status: /\\w/
    - tablist "${words.say('process.steps')}":
      - tab
    - tabpanel /\\w/
  `);
  // In a request that is closed no step is at work.
  const atWork = main.locator('[aria-current=step]');
  const said = main.getByRole('tab', { name: words.say('process.state.current') });
  expect(await atWork.count()).toBe(await said.count());
  expect(await atWork.count()).toBeLessThanOrEqual(1);
  const tree = await main.ariaSnapshot();
  expect.soft(tree).not.toMatch(nameless);
  const headless = main.getByRole('table').filter({ hasNot: page.getByRole('columnheader') });
  expect.soft(await headless.count(), 'tables without headings').toBe(0);
}
