import { expect, type Page } from '@playwright/test';
import type { Words } from './words';

/** Roles that need an accessible name. */
const namedRoles = 'table|textbox|combobox|checkbox|radio|switch|button|link|tab|dialog|heading|spinbutton';
const nameless = new RegExp(`^\\s*- (?:${namedRoles})(?: \\[[^\\]]*\\])*(?::|$)`, 'm');

/**
 * Expect a complete accessibility tree of a process page.
 * It has the number, status and responsible role, the steps with the current one, and no field, button or table without
 * a name.
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
  // A closed request has no current step.
  const atWork = main.locator('[aria-current=step]');
  const said = main.getByRole('tab', { name: words.say('process.state.current') });
  expect(await atWork.count()).toBe(await said.count());
  expect(await atWork.count()).toBeLessThanOrEqual(1);
  const tree = await main.ariaSnapshot();
  expect.soft(tree).not.toMatch(nameless);
  const headless = main.getByRole('table').filter({ hasNot: page.getByRole('columnheader') });
  expect.soft(await headless.count(), 'tables without headings').toBe(0);
}
