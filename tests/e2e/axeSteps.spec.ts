import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, waitForAnimations } from './accessibility';
import { desktop, phone, setAppearance } from './appearance';
import { getSession, go, signIn, type User } from './portal';

/** Request as a list returns it. */
interface Listed {
  id: number;
  status: string;
  actionRequiredFromCurrentUser: boolean;
}

const open = {
  'repairing/fetch-by-criteria/active': 'process-repair',
  'parts/fetch-part-request-by-criteria': 'process-part-request',
  'support/fetch-remote-support-by-criteria': 'remote-support/process',
};
const closed = { ...open, 'repairing/fetch-by-criteria/closed': 'process-repair' };

/** Return the route of the oldest request of each status, which is demo data. */
async function findRouteByStatus(
  page: Page,
  user: User,
  lists: Record<string, string>,
  isIncluded: (request: Listed) => boolean,
) {
  const { token } = await getSession(page, user);
  const routeByStatus = new Map<string, string>();
  for (const [list, route] of Object.entries(lists)) {
    const answer = await page.request.get(`/api/v1/${list}`, {
      headers: { Authorization: token },
      params: { sort: 'createdAt,ASC', size: 200 },
    });
    for (const request of ((await answer.json()) as { content: Listed[] }).content.filter(isIncluded)) {
      const known = `${route} ${request.status}`;
      if (!routeByStatus.has(known)) routeByStatus.set(known, `${route}/${request.id}`);
    }
  }
  return routeByStatus;
}

async function load(page: Page, route: string) {
  await page.goto('about:blank');
  await setAppearance(page, desktop);
  await go(page, `/en/${route}`);
  await expect(page.getByRole('tablist')).toBeVisible({ timeout: 30_000 });
}

const least: Partial<Record<User, number>> = { client: 5, service: 10, supervisor: 4 };

for (const [user, number] of Object.entries(least) as [User, number][]) {
  test(`every step that waits for a ${user}, on a desk and on a phone`, async ({ page }) => {
    test.setTimeout(240_000);
    await signIn(page, user);
    const steps = await findRouteByStatus(page, user, open, (request) => request.actionRequiredFromCurrentUser);
    expect(steps.size, [...steps.keys()].join(', ')).toBeGreaterThanOrEqual(number);
    for (const [step, route] of steps) {
      await load(page, route);
      await expectAccessible(page, `${step}, on a desk`);
      await setAppearance(page, phone);
      await expectAccessible(page, `${step}, on a phone in the dark`);
    }
  });
}

test('every step of requests that are over, as it is read', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'manager');
  const over = await findRouteByStatus(page, 'manager', closed, ({ status }) => /^(COMPLETED|DONE)$/.test(status));
  expect([...over.keys()].sort()).toEqual([
    'process-part-request DONE',
    'process-repair COMPLETED',
    'remote-support/process DONE',
  ]);
  for (const [request, route] of over) {
    await load(page, route);
    for (const tab of await page.getByRole('tab', { disabled: false }).all()) {
      await tab.click();
      await waitForAnimations(page);
      await expectAccessible(page, `${request}, ${await tab.textContent()}`);
    }
  }
});
