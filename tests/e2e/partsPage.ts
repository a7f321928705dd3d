import type { Locator, Page } from '@playwright/test';
import { getMessages } from './messages';
import { getSession } from './portal';

export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const { t, server } = getMessages('en');
export const buildUniqueName = () => `${Date.now()}-${Math.floor(Math.random() * 1000)}`;

/** Call /api/rest as the administrator. */
export async function callRest<T>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: unknown,
): Promise<T> {
  const { token } = await getSession(page, 'admin');
  const headers = { Authorization: token };
  const response = await page.request.fetch(`/api/rest/${path}`, { method, headers, ...(data ? { data } : {}) });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

export type Part = { id: number; version: string; number: string; manufacturer: string; model: string };

/** Create a part that only one test uses. */
export async function createPart(page: Page): Promise<Part> {
  const number = `T-${buildUniqueName()}`;
  const image = { name: 'p.png', size: picture.length, type: 'image/png', base64: picture.toString('base64') };
  const texts = {
    number,
    model: `Model ${number}`,
    manufacturer: 'Acme',
    descriptionEn: 'Old',
    descriptionEs: 'Viejo',
  };
  return callRest(page, 'POST', 'parts', { ...texts, category: 'HANDHELD', serviceCategories: [], image });
}

export const field = (scope: Page | Locator, column: string, language = '') =>
  scope.getByLabel(
    language
      ? server('inLanguage', { label: server(`columns.${column}`), language: server(`languages.${language}`) })
      : server(`columns.${column}`),
  );

export async function fillPart(scope: Page | Locator, page: Page, number: string, manufacturer: string): Promise<void> {
  await scope.getByRole('combobox', { name: server('columns.category') }).click();
  await page.getByRole('option', { name: 'Handheld' }).click();
  await field(scope, 'number').fill(number);
  await field(scope, 'manufacturer').fill(manufacturer);
  await field(scope, 'description', 'en').fill('A detector of the test');
  await field(scope, 'description', 'es').fill('Un detector de la prueba');
  await scope.locator('input[type=file]').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: picture });
}
