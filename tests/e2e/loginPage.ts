import type { Page } from '@playwright/test';
import { password } from './portal';

export const getUsernameField = (page: Page) => page.locator('input[name=username]');
export const getPasswordField = (page: Page) => page.locator('input[name=password]');

/** Fill in the login form. */
export async function fillLoginForm(page: Page, name: string, secretValue = password): Promise<void> {
  await getUsernameField(page).fill(name);
  await getPasswordField(page).fill(secretValue);
}
