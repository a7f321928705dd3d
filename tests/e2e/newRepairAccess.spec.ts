import { expect, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { addUnits, getSubmitButton, openNewRepair, paste, serials } from './newRepairPage';

for (const width of [1280, 360]) {
  for (const mode of ['light', 'dark'] as const) {
    test(`axe finds nothing: ${width} px, ${mode}`, async ({ page, baseURL }) => {
      await page.setViewportSize({ width, height: 780 });
      await page.addInitScript((chosen) => localStorage.setItem('portal_mode', chosen), mode);
      await openNewRepair(page, baseURL ?? '');
      const clean = () => expectNoViolations(page);
      await clean();
      await addUnits(page, /^Handheld/, 0, 2);
      await getSubmitButton(page).click({ force: true });
      await expect(page.getByText('Required. Enter N/A if there is none.')).toHaveCount(2);
      await clean();
      await page.getByRole('button', { name: /^Attachments for unit 1/ }).click();
      await page.locator('input[type=file]').setInputFiles([
        { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') },
        { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      ]);
      await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
      await clean();
      await page.getByRole('button', { name: 'Done' }).click();
      await paste(serials(page).first(), 'A\nA');
      await getSubmitButton(page).click();
      await expect(page.getByRole('dialog', { name: 'Submit this repair request?' })).toBeVisible();
      await clean();
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(sideways).toBe(false);
    });
  }
}
