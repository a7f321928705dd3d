import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility';
import { picture } from './partsPage';
import { getRoute, go, signIn } from './portal';
import { createZip } from './spreadsheet';

const wait = { timeout: 60_000 };

/** Return a realistic parts list: title above the headers, blank rows, two errors. */
function createFileWithErrors(stamp: string) {
  const lines = [
    'Spare parts for the workshop;;;;;',
    ';;;;;',
    'Category;Part no;Model;Maker;Description (English);Description (Spanish)',
    `HANDHELD;${stamp}-1;Pager;Acme;A pager;Un buscapersonas`,
    `Handhelt;${stamp}-2;Probe;Acme;A probe;Una sonda`,
    ';;;;;',
    `RPM;${stamp}-3;Gate;Acme;A gate;Un pórtico`,
    `RPM;${stamp}-4;;Acme;A pillar;Un pilar`,
  ];
  return { name: `workshop ${stamp}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') };
}

const expectReview = (page: Page) => expect(page.getByRole('table', { name: 'Rows in the file' })).toBeVisible(wait);

test('an administrator imports a file with errors and a picture, corrects two cells, and undoes the import', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const stamp = `E2E${Date.now()}`;
  await signIn(page, 'admin');
  await go(page, '/en/parts');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import: Parts' })).toBeVisible();
  await expectNoViolations(page);
  await page
    .locator('input[type=file]')
    .setInputFiles([
      createFileWithErrors(stamp),
      { name: 'pictures.zip', mimeType: 'application/zip', buffer: createZip(`${stamp}-1.png`, picture) },
    ]);

  const check = page.getByRole('button', { name: 'Check rows' });
  await expect(check.or(page.getByRole('table', { name: 'Rows in the file' }))).toBeVisible(wait);
  if (await check.isVisible()) {
    await expectNoViolations(page);
    await check.click();
  }
  await expectReview(page);
  await expect(page.getByRole('button', { name: 'Errors 2' })).toBeVisible();
  // The file name of the image is the number of its part.
  await expect(page.getByRole('row').filter({ has: page.locator('img') })).toHaveCount(1);
  await expectNoViolations(page);
  // Rows with errors come first. Only the table may scroll sideways, never the page.
  await expect(page.getByRole('row').nth(1)).toContainText('Category:');
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    // Polled, as the bar at the top changes for a phone.
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]))
      .toEqual([width, width]);
    if (width === 768) await expectStickyRowNumbers(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Errors 2' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  // Rows are one line of fields high, whatever their errors, and the first is near the top, below two notices.
  const getFirstRow = () => page.getByRole('row').nth(1).boundingBox();
  await expect.poll(async () => (await getFirstRow())?.y).toBeLessThanOrEqual(320);
  await expect.poll(async () => (await getFirstRow())?.height).toBe(48);

  // Each cell is saved without a button: a select on change, a text on blur.
  const category = page.getByRole('combobox', { name: 'Category, row 5' });
  await category.selectOption({ label: 'Handheld' });
  await expect(page.getByRole('button', { name: 'Errors 1' })).toBeVisible(wait);
  const model = page.getByRole('textbox', { name: 'Model, row 8' });
  await model.focus();
  await page.keyboard.type('Pillar');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Errors 0' })).toBeVisible(wait);

  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  const question = page.getByRole('dialog', { name: 'Import into “Parts”?' });
  await expect(question).toContainText('4 rows will be added.');
  await question.getByRole('button', { name: 'Import 4 rows' }).click();
  await expect(page.getByText('4 rows imported')).toBeVisible(wait);
  await expectNoViolations(page);

  const run = getRoute(page);
  await go(page, `/en/parts?filter=${encodeURIComponent(JSON.stringify({ keyword: stamp }))}`);
  await expect(page.locator('main a[href*="edit/part"]').filter({ hasText: stamp })).toHaveCount(4);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `${stamp}-1` })
      .locator('img'),
  ).toHaveCount(1);
  await go(page, run);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Import undone')).toBeVisible(wait);
  await page.getByRole('link', { name: 'Go to “Parts”' }).click();
  await go(page, `/en/parts?filter=${encodeURIComponent(JSON.stringify({ keyword: stamp }))}`);
  await expect(page.getByText('No results')).toBeVisible();
});

test('a client pastes 50 serial numbers into a new repair', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'client');
  await go(page, '/en/new-repair');
  await page.getByRole('button', { name: 'Paste or import units' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste or import units' });
  await dialog.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: /^Handheld/ }).click();
  await dialog.getByRole('combobox', { name: 'Part' }).click();
  await page.getByRole('option').first().click();
  await expectNoViolations(page);
  const serials = Array.from({ length: 50 }, (_, index) => `00${4100 + index}`);
  await dialog.getByRole('textbox', { name: 'Pasted cells' }).fill(serials.join('\n'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const add = dialog.getByRole('button', { name: 'Add 50 units' });
  await expect(add).toBeVisible(wait);
  await expectNoViolations(page);
  await add.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('50 units', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Serial number/ }).first()).toHaveValue('004100');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('button', { name: 'Discard everything? Select again to confirm' }).click();
  await expect(page).toHaveURL(/active-repairs/);
});

/** Expect the number of a row to stay in view when the table scrolls sideways. */
async function expectStickyRowNumbers(page: Page) {
  const row = page.getByRole('row').nth(1);
  /** Return the distance of the row number from the edge of the scrolled table. */
  const getOffset = () =>
    row.evaluate((element) => {
      let box = element.parentElement;
      while (box && box.scrollLeft === 0) box = box.parentElement;
      const getLeft = (each: Element | null) => each?.getBoundingClientRect().left ?? Number.NaN;
      return box && Math.round(getLeft(element.firstElementChild) - getLeft(box));
    });
  await page.mouse.move(400, 500);
  await page.mouse.wheel(100, 0);
  await expect.poll(getOffset).toBe(0);
}
