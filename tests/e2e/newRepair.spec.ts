import { expect, type Route, test } from '@playwright/test';
import {
  addUnits,
  getReviewDialog,
  getSubmitButton,
  openNewRepair,
  paste,
  serials,
  submitReviewed,
  tags,
  values,
} from './newRepairPage';

const create = '**/api/v1/repairing/create';

test('units are grouped by part, and deleting the last one removes the panel', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  const first = await addUnits(page, /^Handheld/, 0, 2);
  await addUnits(page, /^Other/, 0, 1);
  await addUnits(page, /^Handheld/, 0, 1);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
  await expect(page.getByText('3 units')).toBeVisible();
  await expect(serials(page)).toHaveCount(4);

  await page.getByRole('combobox', { name: 'Part' }).click();
  await page.getByRole('option').first().click();
  for (const [typed, message] of [
    ['101', 'The maximum is 100'],
    ['2.5', 'Enter a whole number, 1 or more'],
    ['', 'Required!'],
  ] as const) {
    await page.getByLabel('Quantity').fill(typed);
    await expect(page.getByText(message)).toBeVisible();
    await expect(add).toBeDisabled();
  }

  const heading = page.getByRole('button', { name: first, exact: true });
  await heading.click();
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(serials(page)).toHaveCount(1);

  await page.getByRole('button', { name: /^Delete unit 1/ }).click();
  await page
    .getByRole('dialog', { name: 'Delete the last unit?' })
    .getByRole('button', { name: 'Delete unit' })
    .click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await page.getByRole('button', { name: /^Delete all units of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('No units yet')).toBeVisible();
  await expect(getSubmitButton(page)).toBeDisabled();
});

test('a submitted request is confirmed with its number and appears in the list', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 1, 2);
  await serials(page).first().fill('04412');
  await expect(getSubmitButton(page)).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Required. Enter N/A if there is none.')).toHaveCount(1);
  await expect(serials(page).nth(1)).toBeFocused();
  await page.keyboard.type('N/A');
  await expect(page.getByText('Required. Enter N/A if there is none.')).toHaveCount(0);
  await submitReviewed(page);
  await expect(page).toHaveURL(/#\/en\/active-repairs/);
  const confirmation = page.getByRole('status').filter({ hasText: /Repair request R-\d{4}-\d{6} submitted/ });
  await expect(confirmation).toBeVisible();
  const number = /R-\d{4}-\d{6}/.exec((await confirmation.textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByRole('row', { name: number }).or(page.getByText(number)).first()).toBeVisible();
  await page.goto('/#/en/new-repair');
  await expect(page.getByText('No units yet')).toBeVisible();
});

test('the draft comes back with its units and says which files are gone', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 0, 2);
  await serials(page).first().fill('SN-1');
  await page.getByRole('button', { name: /^Attachments for unit 2/ }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^We restored your draft from .*: 2 units\./)).toBeVisible();
  expect(await values(serials(page))).toEqual(['SN-1', '']);
  await expect(page.getByRole('button', { name: /^Attachments for unit 2.*: 1$/ })).toBeVisible();

  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes(':newRepair:')) ?? '';
    const draft = (localStorage.getItem(key) ?? '').replace(
      /"attachments":\[\{"id":"[^"]*"/,
      '"attachments":[{"id":"gone"',
    );
    // The page saves the draft on pagehide, so this must run after it.
    addEventListener('pagehide', () => localStorage.setItem(key, draft));
  });
  await page.reload();
  await expect(page.getByText(/1 attachment from your draft has expired.*note\.txt \(unit 2/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Attachments for unit 2.*: 0$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Clear form' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear form' }).click();
  await page.reload();
  await expect(page.getByText('No units yet')).toBeVisible();
});

test('discarding the draft takes two clicks and opens the list', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 0, 1);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page).toHaveURL(/new-repair/);
  await page.getByRole('button', { name: 'Discard everything? Select again to confirm' }).click();
  await expect(page).toHaveURL(/active-repairs/);
  await page.goto('/#/en/new-repair');
  await expect(page.getByText('No units yet')).toBeVisible();
});

test('a pasted spreadsheet column fills the cells below and offers to add missing units', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 0, 3);
  await paste(serials(page).nth(1), 'B\tT-B\r\nC\tT-C\r\n');
  expect(await values(serials(page))).toEqual(['', 'B', 'C']);
  expect(await values(tags(page))).toEqual(['', 'T-B', 'T-C']);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await values(serials(page))).toEqual(['', '', '']);

  await paste(serials(page).first(), 'A\nB\nC\nD\nE');
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 units' }).click();
  await expect(serials(page)).toHaveCount(5);
  expect(await values(serials(page))).toEqual(['A', 'B', 'C', 'D', 'E']);

  await serials(page).first().focus();
  for (const [key, row] of [
    ['Enter', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(serials(page).nth(row)).toBeFocused();
  }
});

test('a lost response keeps the input, and a retry creates no duplicate', async ({ page, baseURL }) => {
  const token = await openNewRepair(page, baseURL ?? '');
  const total = async () => {
    const response = await page.request.get('/api/v1/repairing/fetch-by-criteria/active?keyword=LOST-LINE-7', {
      headers: { Authorization: token },
    });
    return (await response.json()).totalElements as number;
  };
  const before = await total();
  await addUnits(page, /^Handheld/, 0, 1);
  await serials(page).first().fill('LOST-LINE-7');
  const keys: (string | undefined)[] = [];
  // The server receives the request, but the response is lost.
  const lose = async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(create, lose);
  await submitReviewed(page);
  await expect(getReviewDialog(page).getByText(/you won't create a duplicate/)).toBeVisible();

  await page.reload();
  await expect.poll(() => values(serials(page))).toEqual(['LOST-LINE-7']);
  await submitReviewed(page);
  await expect(getReviewDialog(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(create, lose);
  page.once('request', (request) => keys.push(request.headers()['idempotency-key']));
  await getReviewDialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/active-repairs/);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  expect(await total()).toBe(before + 1);
});

test('changes after an attempt that reached the server are reported as not submitted', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 0, 1);
  await serials(page).first().fill('AS-SENT');
  await page.route(create, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submitReviewed(page);
  await getReviewDialog(page).getByRole('button', { name: 'Continue editing' }).click();
  await page.unroute(create);
  await serials(page).first().fill('CHANGED-LATER');
  await submitReviewed(page);
  const dialog = page.getByRole('dialog', { name: /^R-\d{4}-\d{6} was already submitted$/ });
  await expect(dialog.getByText(/Changes you made after that attempt aren't in the request/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Go to list' }).click();
  await expect(page).toHaveURL(/active-repairs/);
});

const refusals = [
  {
    status: 500,
    body: { code: 'SERVER_ERROR', message: 'Broken.', requestId: 'abc' },
    message: /Nothing you entered is lost/,
  },
  { status: 409, body: { code: 'SERVICE_MISSING', message: 'No service yet.' }, message: /No service yet\./ },
  {
    status: 400,
    body: { code: 'VALIDATION', message: 'Invalid.', fields: { 'units.1.serialNumber': ['Not this one.'] } },
    message: /Not saved: 1 field needs attention\./,
  },
];

test('a response of 500, 409 or 400 shows an error message and keeps the form', async ({ page, baseURL }) => {
  await openNewRepair(page, baseURL ?? '');
  await addUnits(page, /^Handheld/, 0, 2);
  await paste(serials(page).first(), 'A\nB');
  for (const { status, body, message } of refusals) {
    await test.step(`a ${status} response`, async () => {
      await page.route(create, (route) => route.fulfill({ status, json: body }));
      await submitReviewed(page);
      await expect(page.getByText(message)).toBeVisible();
      if (status === 400) {
        await expect(serials(page).nth(1)).toBeFocused();
        await expect(serials(page).nth(1)).toHaveAccessibleDescription('Not this one.');
      }
      if (status === 500) await getReviewDialog(page).getByRole('button', { name: 'Continue editing' }).click();
      await expect.poll(() => values(serials(page))).toEqual(['A', 'B']);
      await page.unroute(create);
    });
  }
});
