import { expect, type Locator, type Page } from '@playwright/test';

/** Sign the demo client in, open the page, and return the session token. */
export async function openNewRepair(page: Page, baseURL: string, language = 'en'): Promise<string> {
  const response = await page.request.post('/api/v1/contacts/login', {
    data: { username: 'client', password: 'Portal-demo-1' },
  });
  const { identification, token, permissions } = await response.json();
  const value = Buffer.from(JSON.stringify({ identification, token, permissions })).toString('base64url');
  await page.context().addCookies([
    { name: 'portal_user', value, url: baseURL },
    { name: 'portal_logged_in', value: 'true', url: baseURL },
  ]);
  await page.goto(`/#/${language}/new-repair`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return token;
}

/** Add units of the part at an index of a category, and return its name. */
export async function addUnits(page: Page, category: RegExp, part: number, quantity: number): Promise<string> {
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: category }).click();
  await page.getByRole('combobox', { name: 'Part' }).click();
  const option = page.getByRole('option').nth(part);
  const name = (await option.locator('p').locator('..').locator('> :first-child').textContent()) ?? '';
  await option.click();
  await page.getByLabel('Quantity').fill(String(quantity));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  return name;
}

export const serials = (page: Page) => page.getByRole('textbox', { name: /^Serial number/ });
export const tags = (page: Page) => page.getByRole('textbox', { name: /^Service tag/ });
export const getSubmitButton = (page: Page) => page.getByRole('button', { name: 'Submit request' });
export const getReviewDialog = (page: Page) => page.getByRole('dialog', { name: 'Submit this repair request?' });
export const values = (cells: Locator) =>
  cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Paste text into a cell by a clipboard event. */
export async function paste(cell: Locator, text: string): Promise<void> {
  await cell.evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Submit the request and confirm the review dialog. */
export async function submitReviewed(page: Page): Promise<void> {
  await getSubmitButton(page).click();
  await getReviewDialog(page)
    .getByRole('button', { name: /^(Submit request|Try again)$/ })
    .click();
}
