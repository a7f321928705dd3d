import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type Request, test } from '@playwright/test';
import { addUnits, openNewRepair, serials, submitReviewed } from './newRepairPage';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const upload = '**/api/v1/files/upload';
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };

async function attachments(page: Page, unit: number) {
  await page.getByRole('button', { name: new RegExp(`^Attachments for unit ${unit}`) }).click();
  return page.getByRole('dialog', { name: 'Attachments' });
}

const choose = (page: Page) => page.locator('input[type=file]');

test.beforeEach(async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 0, 2);
});

test('real photos and a spectrum file travel with the request', async ({ page }) => {
  test.skip(!existsSync(data), 'The real files of ../shared/data are not here.');
  const dialog = await attachments(page, 1);
  await expect(dialog.getByText(/Up to 5 files, each under 50 MB/)).toBeVisible();
  const names = ['inv_torx.jpg', 'inv_4x2.webp', 'inv_hex-head.png', 'awkward_exif_orientation6.jpg'];
  const files = [...names.map((name) => `${data}images/${name}`), `${data}n42/FLIR_R440_template.n42`];
  await choose(page).setInputFiles([...files, `${data}images/inv_pcb.jpeg`]);
  await expect(dialog.getByText("inv_pcb.jpeg wasn't added. File limit: 5.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove / })).toHaveCount(5);
  await expect(dialog.getByText('3 kB · N42')).toBeVisible();

  await dialog.getByRole('button', { name: 'Preview inv_torx.jpg' }).click();
  const picture = page.getByRole('img', { name: 'inv_torx.jpg' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download FLIR_R440_template.n42' }).click();
  expect((await saved).suggestedFilename()).toBe('FLIR_R440_template.n42');

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /^Attachments for unit 1.*: 5$/ })).toBeFocused();
  for (const row of [0, 1]) await serials(page).nth(row).fill('N/A');
  await submitReviewed(page);
  await expect(page).toHaveURL(/active-repairs/);
});

test('a spectrum file fills in its unit and is shown as a chart', async ({ page }) => {
  test.skip(!existsSync(data), 'The real files of ../shared/data are not here.');
  const dialog = await attachments(page, 2);
  await choose(page).setInputFiles(`${data}n42/2011_kromek_d3s_SGM200615_search.xml`);
  await expect(dialog.getByText('Read from file: Kromek D3S ID, serial number SGM200615.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Preview 2011_kromek/ }).click();
  const chart = page.getByRole('img', { name: 'Spectrum: Kromek D3S ID, serial number SGM200615' });
  await expect(chart).toHaveText(/595 counts from 2.9 to 3,002.9 keV/);
  await page.keyboard.press('Escape');

  await dialog.getByRole('checkbox', { name: /^Part: Kromek D3S ID/ }).check();
  await dialog.getByRole('button', { name: 'Use these values' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  // The unit now belongs to that part, in a panel below the other unit.
  await expect(page.getByRole('button', { name: /^Attachments for unit 1, D3S ID: 1$/ })).toBeVisible();
  await expect(serials(page).nth(1)).toHaveValue('SGM200615');
  await expect(serials(page).nth(0)).toHaveValue('');
});

test('an upload can be rejected, retried after a lost connection, and canceled, and continues while its dialog is closed', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Attachments' });
  const close = () => dialog.getByRole('button', { name: 'Done' }).click();

  await test.step('a file of 51 MB is rejected before the upload', async () => {
    let sent = 0;
    const count = (request: Request) => {
      if (request.url().endsWith('/files/upload')) sent += 1;
    };
    page.on('request', count);
    await attachments(page, 1);
    // Created in the browser: Playwright transfers at most 50 MB.
    await choose(page).evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(51_000_000)], 'scan.bin'));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(dialog.getByText("scan.bin wasn't added. Files must be under 50 MB.")).toBeVisible();
    expect(sent).toBe(0);
    page.off('request', count);
    await close();
  });

  await test.step('a rejected upload shows the message of the server', async () => {
    for (const status of [413, 415]) {
      await page.route(upload, (route) =>
        route.fulfill({ status, json: { code: 'X', message: `Refused ${status}.` } }),
      );
      await attachments(page, 1);
      await choose(page).setInputFiles(note);
      await expect(dialog.getByText(`Refused ${status}.`)).toBeVisible();
      await dialog.getByRole('button', { name: 'Remove note.txt' }).click();
      await close();
      await page.unroute(upload);
    }
  });

  await test.step('an upload can be retried after a lost connection', async () => {
    await page.route(upload, (route) => route.abort('connectionreset'));
    await attachments(page, 1);
    await choose(page).setInputFiles(note);
    await expect(dialog.getByText(/Connection lost/)).toBeVisible();
    await close();
    for (const row of [0, 1]) await serials(page).nth(row).fill('N/A');
    await expect(page.getByText("1 file couldn't be uploaded")).toBeVisible();

    await page.unroute(upload);
    await page.getByText("1 file couldn't be uploaded").click();
    await expect(page.getByRole('button', { name: /^Attachments for unit 1/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Try again: note.txt' }).click();
    await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
    await expect(page.getByText("1 file couldn't be uploaded")).toHaveCount(0);
    await close();
  });

  await test.step('an upload can be canceled, and continues while its dialog is closed', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(upload, async (route) => {
      await released;
      await route.continue();
    });
    await attachments(page, 2);
    await choose(page).setInputFiles([note, { ...note, name: 'other.txt' }]);
    await dialog.getByRole('button', { name: 'Cancel upload: other.txt' }).click();
    await close();
    await expect(page.getByRole('button', { name: /^Attachments for unit 2.* ?%$/ })).toBeVisible();
    release();
    await expect(page.getByRole('button', { name: /^Attachments for unit 2.*: 1$/ })).toBeVisible();
  });
});

test('a large photo is scaled down and keeps its orientation', async ({ page }) => {
  const dialog = await attachments(page, 2);
  const uploadResponse = page.waitForResponse('**/api/v1/files/upload');
  const size = await choose(page).evaluate(async (input: HTMLInputElement) => {
    const canvas = new OffscreenCanvas(3000, 4000);
    const context = canvas.getContext('2d');
    // Noise does not compress: the file is as large as one of a phone.
    const noise = new ImageData(3000, 4000);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * 2_654_435_761) >>> 24 || 255;
    context?.putImageData(noise, 0, 0);
    const photo = new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })], 'photo.jpg', {
      type: 'image/jpeg',
    });
    const chosen = new DataTransfer();
    chosen.items.add(photo);
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return photo.size;
  });
  expect(size).toBeGreaterThan(2_000_000);
  const uploaded = await (await uploadResponse).json();
  expect(uploaded.type).toBe('image/jpeg');
  expect(uploaded.size).toBeLessThan(size);
  await dialog.getByRole('button', { name: 'Preview photo.jpg' }).click();
  const picture = page.getByRole('img', { name: 'photo.jpg' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1920, 2560]);
});

test('files are dropped on a row and pasted into the dialog', async ({ page }) => {
  const drop = (target: string) =>
    page.evaluate((selector) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      return document.querySelector(selector)?.dispatchEvent(event);
    }, target);
  // A drop outside a target does nothing; in particular the browser does not open the file.
  expect(await drop('h1')).toBe(false);
  await drop('[aria-label^="unit 2"]');
  await expect(page.getByRole('button', { name: /^Attachments for unit 2.*: 1$/ })).toBeVisible();
  const dialog = await attachments(page, 1);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['pasted'], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(dialog.getByRole('button', { name: 'Remove image.png' })).toBeVisible();
});
