import { expect, type Page } from '@playwright/test';
import type { Messages } from './messages';

/** Roles that need an accessible name. */
const namedRoles = 'table|textbox|combobox|checkbox|radio|switch|button|link|tab|dialog|heading|spinbutton';
const namelessPattern = new RegExp(`^\\s*- (?:${namedRoles})(?: \\[[^\\]]*\\])*(?::|$)`, 'm');

/**
 * Expect a complete accessibility tree of a process page.
 * It has the number, status and responsible role, the steps with the current one, and no field, button or table without
 * a name.
 */
export async function expectAccessibleTree(page: Page, messages: Messages): Promise<void> {
  const main = page.locator('#main-content');
  await expect(main).toMatchAriaSnapshot(`
    - heading /[A-Z]+-\\d{4}-\\d{6}/ [level=1]
    - status: /\\w/
    - tablist "${messages.t('process.steps')}":
      - tab
    - tabpanel /\\w/
  `);
  // A closed request has no current step.
  const current = main.locator('[aria-current=step]');
  const stated = main.getByRole('tab', { name: messages.t('process.state.current') });
  expect(await current.count()).toBe(await stated.count());
  expect(await current.count()).toBeLessThanOrEqual(1);
  const tree = await main.ariaSnapshot();
  expect.soft(tree).not.toMatch(namelessPattern);
  const unlabeled = main.getByRole('table').filter({ hasNot: page.getByRole('columnheader') });
  expect.soft(await unlabeled.count(), 'tables without headings').toBe(0);
}
