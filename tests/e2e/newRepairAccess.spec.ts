import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { desktop, phone, setAppearance } from './appearance';
import { addUnits, getSubmitButton, openNewRepair, paste, serials } from './newRepairPage';

/** Check a state of the page in each width and mode; end on a desktop. */
async function expectAccessibleEverywhere(page: Page, state: string): Promise<void> {
  await expectAccessible(page, `${state}, on a desktop`);
  await setAppearance(page, { ...desktop, mode: 'dark' });
  await expectAccessible(page, `${state}, on a desktop in the dark`, ['color-contrast']);
  await setAppearance(page, phone);
  await expectAccessible(page, `${state}, on a phone in the dark`);
  await setAppearance(page, { ...phone, mode: 'light' });
  await expectAccessible(page, `${state}, on a phone`, ['color-contrast']);
  await setAppearance(page, desktop);
}

test('axe finds nothing in any state of a new repair, on a desktop and on a phone, light and dark', async ({
  page,
  baseURL,
}) => {
  test.slow();
  await setAppearance(page, desktop);
  await openNewRepair(page, baseURL ?? '');
  await expectAccessibleEverywhere(page, 'empty');
  await addUnits(page, /^Handheld/, 0, 2);
  await getSubmitButton(page).click({ force: true });
  await expect(page.getByText('Required. Enter N/A if there is none.')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'with errors');
  await page.getByRole('button', { name: /^Attachments for unit 1/ }).click();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'attachments');
  await page.getByRole('button', { name: 'Done' }).click();
  await paste(serials(page).first(), 'A\nA');
  await getSubmitButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Submit this repair request?' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'review');
});
