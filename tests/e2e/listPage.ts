import { expect, type Page } from '@playwright/test';
import { go, routeOf, signIn, type User } from './portal';

export const rows = (page: Page) => page.locator('tbody tr');
export const numbers = (page: Page) => page.locator('tbody a.whole');
/** Where a record's page is; its open tab may be in the address already. */
export const recordOf = (page: Page) => routeOf(page).split('?')[0];
export const search = (page: Page) => page.getByRole('textbox', { name: 'Search this list' });

export async function openList(page: Page, user: User, route: string) {
  await signIn(page, user);
  await go(page, route);
  await expect(numbers(page).first()).toBeVisible();
}

/** The different statuses of the rows, without what is told of those that take long. */
export async function statusesShown(page: Page): Promise<string[]> {
  const cells = await page.locator('tbody td.status').allTextContents();
  return [...new Set(cells.map((each) => each.replace('Taking longer than usual', '')))];
}
