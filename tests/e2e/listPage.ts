import { expect, type Page } from '@playwright/test';
import { getRoute, go, signIn, type User } from './portal';

export const rows = (page: Page) => page.locator('tbody tr');
export const getRecordLinks = (page: Page) => page.locator('tbody a.recordLink');
/** Return the route of a record without the query, which may contain the open tab. */
export const getRecordRoute = (page: Page) => getRoute(page).split('?')[0];
export const search = (page: Page) => page.getByRole('textbox', { name: 'Search this list' });

export async function openList(page: Page, user: User, route: string) {
  await signIn(page, user);
  await go(page, route);
  await expect(getRecordLinks(page).first()).toBeVisible();
}

/** Return the distinct statuses of the rows, without the note on long durations. */
export async function readStatuses(page: Page): Promise<string[]> {
  const cells = await page.locator('tbody td.status').allTextContents();
  return [...new Set(cells.map((each) => each.replace('Delayed', '')))];
}
