import type { Page } from '@playwright/test';
import { password } from './portal';

export const username = (page: Page) => page.locator('input[name=username]');
export const secret = (page: Page) => page.locator('input[name=password]');

/** Fill in the login form. */
export async function fill(page: Page, name: string, secretValue = password): Promise<void> {
  await username(page).fill(name);
  await secret(page).fill(secretValue);
}
