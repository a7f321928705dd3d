import type { Page } from '@playwright/test';
import { password } from './portal';

export const username = (page: Page) => page.locator('input[name=username]');
export const secret = (page: Page) => page.locator('input[name=password]');

/** Types name and password into the form of the login. */
export async function fill(page: Page, name: string, word = password): Promise<void> {
  await username(page).fill(name);
  await secret(page).fill(word);
}
