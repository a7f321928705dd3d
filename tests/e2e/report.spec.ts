import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { go, listAddress, listStateOf, routeOf, signIn } from './portal';
import { sheetOf } from './spreadsheet';
import { wordsIn } from './words';

const everything = listAddress('/en/reports/general', { filter: { createdFrom: '2020-01-01' } });
const en = wordsIn('en');
const numbers = (page: Page) => page.locator('tbody a.whole');
const panel = (page: Page) => page.getByRole('search');
const asked = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/rest/general-report'));

const unfold = (page: Page) => page.getByRole('button', { name: en.say('lists.filters') }).click();

async function typeDay(page: Page, label: string, day: string) {
  const field = panel(page).getByRole('group', { name: label });
  await field.getByRole('spinbutton').first().click();
  await page.keyboard.type(day);
}

test('a report opens with the charts of a year, is filtered, exports the rows that it shows, and is restored by Back', async ({
  page,
}) => {
  await signIn(page, 'supervisor');
  await go(page, '/en/reports/general');
  await expect(page.getByRole('group', { name: en.say('report.months') })).toBeVisible();
  await expect(page.getByText(/^Created from: \d\d\/01\/20\d\d$/)).toBeVisible();
  await page.getByRole('tab').last().click();
  await unfold(page);
  const search = panel(page).getByRole('button', { name: en.say('lists.doSearch') });

  await panel(page).getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Completed', exact: true }).click();
  // The previous rows stay until the new ones are loaded.
  await Promise.all([page.waitForResponse((answer) => /rest\/.*COMPLETED/.test(answer.url())), search.click()]);
  await expect(page.getByText('Status: Completed')).toBeVisible();
  await expect(numbers(page).first()).toBeVisible();
  expect(listStateOf(page).filter).toMatchObject({ status: 'COMPLETED' });
  await expect(numbers(page).first()).toHaveAttribute('target', '_blank');
  await expect(numbers(page).first()).toHaveAttribute('href', /#\/en\/process-repair\/\d+$/);

  const shown = await numbers(page).allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.say('lists.export') }).click(),
  ]);
  const sheet = sheetOf(readFileSync(await download.path()));
  expect(sheet.slice(1, 1 + shown.length).map(([number]) => number)).toEqual(shown);
  expect(new Set(sheet.slice(1).map((row) => row[3]))).toEqual(new Set(['Completed']));

  await unfold(page);
  await panel(page).getByRole('textbox', { name: 'Request number' }).fill('nothing-like-this');
  await search.click();
  await expect(page.getByText(en.say('lists.noMatch.title'))).toBeVisible();
  await page.goBack();
  await expect(numbers(page).first()).toHaveText(shown[0] ?? '');
  await unfold(page);
  await expect(panel(page).getByRole('textbox', { name: 'Request number' })).toHaveValue('');
});

test('dates in the wrong order show errors under their fields and send no request', async ({ page }) => {
  await signIn(page, 'admin');
  await go(page, '/en/reports/general');
  await unfold(page);
  await typeDay(page, 'Created from', '02032026');
  await typeDay(page, 'Created to', '02');
  await page.keyboard.press('Enter');
  await expect(page.getByText(en.say('shared.halfTyped'))).toBeVisible();
  await typeDay(page, 'Created to', '02012026');
  await page.keyboard.press('Enter');
  await expect(page.getByText(en.say('lists.outOfOrder.from'))).toBeVisible();
  await expect(page.getByText(en.say('lists.outOfOrder.to'))).toBeVisible();
  expect(listStateOf(page).filter).toEqual({});
  await typeDay(page, 'Created to', '12312026');
  const [answer] = await Promise.all([asked(page), page.keyboard.press('Enter')]);
  expect(answer.status()).toBe(200);
  await expect.poll(() => listStateOf(page).filter).toEqual({ createdFrom: '2026-02-03', createdTo: '2026-12-31' });
});

test('a bar leads to the rows that it counts, by mouse and by keyboard', async ({ page }) => {
  await signIn(page, 'manager');
  for (const chart of ['months', 'turnaround', 'clients', 'parts'] as const) {
    // Another test may change a request after the chart was loaded: retry with a new chart.
    await expect(() => leadsToItsRows(page, chart)).toPass();
  }
});

async function leadsToItsRows(page: Page, chart: 'months' | 'turnaround' | 'clients' | 'parts') {
  const shown = expect.configure({ timeout: 5_000 });
  await go(page, `${everything}&view=charts`);
  const group = page.getByRole('group', { name: en.say(`report.${chart}`) });
  await group.getByRole('link').first().focus();
  await page.keyboard.press('End');
  const bar = group.getByRole('link').last();
  await shown(bar).toBeFocused();
  const name = (await bar.getAttribute('aria-label')) ?? '';
  if (chart === 'months') await bar.click();
  else await page.keyboard.press('Enter');
  await shown(numbers(page).first()).toBeVisible();
  expect(routeOf(page)).toContain('view=rows');
  if (chart !== 'turnaround') {
    const count = Number(name.split(': ').at(-1));
    await shown(page.getByText(en.say('lists.found', { smart_count: count, total: count }))).toBeVisible();
  }
  await page.goBack();
  await shown(bar).toBeVisible();
}

test('charts in Spanish have their numbers as tables, and say when the line is gone', async ({ page }) => {
  const es = wordsIn('es');
  await signIn(page, 'admin');
  await page.route('**/reports/general/charts', (route) => route.abort());
  await go(page, `${everything.replace('/en/', '/es/')}&view=charts`);
  await expect(page.getByText(es.say('errors.network'))).toBeVisible();
  await page.unroute('**/reports/general/charts');
  await page.getByRole('button', { name: es.say('shared.tryAgain') }).click();
  const chart = page.getByRole('region', { name: es.say('report.turnaround') });
  await chart.getByRole('button', { name: es.say('report.showTable') }).click();
  const rows = chart.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount((await chart.getByRole('link').count()) + 1);
  await expect(rows.first()).toContainText(es.say('report.left'));
  // The chart has five clients, the table all of them.
  const clients = page.getByRole('region', { name: es.say('report.clients') });
  await clients.getByRole('button', { name: es.say('report.showTable') }).click();
  await expect(clients.getByRole('link')).toHaveCount(5);
  const ranks = clients.getByRole('table').getByRole('row');
  expect(await ranks.count()).toBeGreaterThan(6);
  await expect(ranks.first()).toContainText(es.say('report.repairs'));
});
