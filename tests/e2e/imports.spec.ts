import { expect, test } from '@playwright/test';
import { expectNoFindings } from './accessibility';
import { go, signIn } from './portal';

const wait = { timeout: 60_000 };

test('a client pastes 50 serial numbers into a new repair', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'client');
  await go(page, '/en/new-repair');
  await page.getByRole('button', { name: 'Paste or load units' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste or load units' });
  await dialog.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: /^Handheld/ }).click();
  await dialog.getByRole('combobox', { name: 'Part' }).click();
  await page.getByRole('option').first().click();
  await expectNoFindings(page);
  const serials = Array.from({ length: 50 }, (_, index) => `00${4100 + index}`);
  await dialog.getByRole('textbox', { name: 'Cells of a spreadsheet' }).fill(serials.join('\n'));
  await dialog.getByRole('button', { name: 'Read the cells' }).click();
  const add = dialog.getByRole('button', { name: 'Add 50 units' });
  await expect(add).toBeVisible(wait);
  await expectNoFindings(page);
  await add.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('50 units', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Serial number/ }).first()).toHaveValue('004100');
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('button', { name: 'Discard all? Click again' }).click();
  await expect(page).toHaveURL(/active-repairs/);
});
