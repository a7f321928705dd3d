import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { getMessages } from './messages';
import { buildListUrl, getListState, getRoute, go, signIn } from './portal';
import { readSheet } from './spreadsheet';

const allRows = buildListUrl('/en/reports/general', { filter: { createdFrom: '2020-01-01' } });
const en = getMessages('en');
const getRecordLinks = (page: Page) => page.locator('tbody a.recordLink');
const panel = (page: Page) => page.getByRole('search');
const waitForReport = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/rest/general-report'));

const openFilters = (page: Page) => page.getByRole('button', { name: en.t('lists.more'), exact: true }).click();

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
  await expect(page.getByRole('group', { name: en.t('report.months') })).toBeVisible();
  await expect(page.getByText('Period: Last 12 months')).toBeVisible();
  // One row of filters of one height.
  const boxes = await Promise.all(
    (await panel(page).locator('[role=combobox]:visible').all()).map((each) => each.boundingBox()),
  );
  expect(new Set(boxes.map((box) => box && `${box.y} ${box.height}`)).size).toBe(1);
  // The first two charts fit the first view of a laptop.
  await page.setViewportSize({ width: 1280, height: 800 });
  const chart = await page.getByRole('region', { name: en.t('report.months') }).boundingBox();
  expect((chart?.y ?? 0) + (chart?.height ?? 800)).toBeLessThanOrEqual(780);
  await page.getByRole('tab').last().click();
  const search = panel(page).getByRole('button', { name: en.t('lists.doSearch') });

  await panel(page).getByRole('combobox', { name: 'Status' }).click();
  // The previous rows stay until the new ones are loaded.
  await Promise.all([
    page.waitForResponse((response) => /rest\/.*COMPLETED/.test(response.url())),
    page.getByRole('option', { name: 'Completed', exact: true }).click(),
  ]);
  await expect(panel(page).getByRole('combobox', { name: 'Status' })).toHaveText('Status: Completed');
  await expect(getRecordLinks(page).first()).toBeVisible();
  expect(getListState(page).filter).toMatchObject({ status: 'COMPLETED' });
  await expect(getRecordLinks(page).first()).toHaveAttribute('target', '_blank');
  await expect(getRecordLinks(page).first()).toHaveAttribute('href', /#\/en\/process-repair\/\d+$/);

  const rowNumbers = await getRecordLinks(page).allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.t('lists.export') }).click(),
  ]);
  const sheet = readSheet(readFileSync(await download.path()));
  expect(sheet.slice(1, 1 + rowNumbers.length).map(([number]) => number)).toEqual(rowNumbers);
  expect(new Set(sheet.slice(1).map((row) => row[3]))).toEqual(new Set(['Completed']));

  await openFilters(page);
  await panel(page).getByRole('textbox', { name: 'Request number' }).fill('nothing-like-this');
  await search.click();
  await expect(page.getByText(en.t('lists.noMatch.title'))).toBeVisible();
  await page.goBack();
  await expect(getRecordLinks(page).first()).toHaveText(rowNumbers[0] ?? '');
  await openFilters(page);
  await expect(panel(page).getByRole('textbox', { name: 'Request number' })).toHaveValue('');
});

test('dates in the wrong order show errors under their fields and send no request', async ({ page }) => {
  await signIn(page, 'admin');
  await go(page, '/en/reports/general');
  await openFilters(page);
  await typeDay(page, 'Created from', '02032026');
  await typeDay(page, 'Created through', '02');
  await page.keyboard.press('Enter');
  await expect(page.getByText(en.t('shared.halfTyped'))).toBeVisible();
  await typeDay(page, 'Created through', '02012026');
  await page.keyboard.press('Enter');
  await expect(page.getByText(en.t('lists.outOfOrder.from'))).toBeVisible();
  await expect(page.getByText(en.t('lists.outOfOrder.to'))).toBeVisible();
  expect(getListState(page).filter).toEqual({});
  await typeDay(page, 'Created through', '12312026');
  const [response] = await Promise.all([waitForReport(page), page.keyboard.press('Enter')]);
  expect(response.status()).toBe(200);
  await expect.poll(() => getListState(page).filter).toEqual({ createdFrom: '2026-02-03', createdTo: '2026-12-31' });
});

test('a bar leads to the rows that it counts, by mouse and by keyboard', async ({ page }) => {
  await signIn(page, 'manager');
  for (const chart of ['months', 'turnaround', 'clients', 'parts'] as const) {
    // Another test may change a request after the chart was loaded: retry with a new chart.
    await expect(() => expectBarOpensRows(page, chart)).toPass();
  }
});

async function expectBarOpensRows(page: Page, chart: 'months' | 'turnaround' | 'clients' | 'parts') {
  const slowExpect = expect.configure({ timeout: 5_000 });
  await go(page, `${allRows}&view=charts`);
  const group = page.getByRole('group', { name: en.t(`report.${chart}`) });
  await group.getByRole('link').first().focus();
  await page.keyboard.press('End');
  const bar = group.getByRole('link').last();
  await slowExpect(bar).toBeFocused();
  const name = (await bar.getAttribute('aria-label')) ?? '';
  if (chart === 'months') await bar.click();
  else await page.keyboard.press('Enter');
  await slowExpect(getRecordLinks(page).first()).toBeVisible();
  expect(getRoute(page)).toContain('view=rows');
  if (chart !== 'turnaround') {
    const count = Number(name.split(': ').at(-1));
    await slowExpect(page.getByText(en.t('lists.counts.requests', { smart_count: count, total: count }))).toBeVisible();
  }
  await page.goBack();
  await slowExpect(bar).toBeVisible();
}

test('charts in Spanish have their numbers as tables, and a lost connection is reported', async ({ page }) => {
  const es = getMessages('es');
  await signIn(page, 'admin');
  await page.route('**/reports/general/charts', (route) => route.abort());
  await go(page, `${allRows.replace('/en/', '/es/')}&view=charts`);
  await expect(page.getByText(es.t('errors.network'))).toBeVisible();
  await page.unroute('**/reports/general/charts');
  await page.getByRole('button', { name: es.t('shared.tryAgain') }).click();
  const chart = page.getByRole('region', { name: es.t('report.turnaround') });
  await chart.getByRole('button', { name: es.t('report.showTable') }).click();
  const rows = chart.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount((await chart.getByRole('link').count()) + 1);
  await expect(rows.first()).toContainText(es.t('report.left'));
  // The chart has five clients, the table all of them.
  const clients = page.getByRole('region', { name: es.t('report.clients') });
  await clients.getByRole('button', { name: es.t('report.showTable') }).click();
  await expect(clients.getByRole('link')).toHaveCount(5);
  const ranks = clients.getByRole('table').getByRole('row');
  expect(await ranks.count()).toBeGreaterThan(6);
  await expect(ranks.first()).toContainText(es.t('report.repairs'));
});
