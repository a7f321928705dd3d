import { expect, test } from '@playwright/test';
import { expectAccessible, waitForAnimations } from './accessibility';
import { desktop, phone, setAppearance } from './appearance';
import { signIn, type User } from './portal';
import { allLists, expectLayout, findSteps, openLists, openStep } from './processLayout';

/** Steps that wait for each user. */
const stepsByUser: [user: User, steps: string[]][] = [
  [
    'client',
    [
      'process-repair IN_SHIPPING_DETAILS',
      'process-repair IN_PICK_UP_ARRANGED',
      'process-repair IN_WAITING_COMPLETED',
      'process-part-request IN_ONE_WAY_SHIPPING',
      'process-part-request WAITING_CONFIRMATION',
    ],
  ],
  [
    'service',
    [
      'process-repair IN_WAITING_FOR_PICK_UP',
      'process-repair SETTING_TRACKING_NUMBER',
      'process-repair IN_TRANSIT',
      'process-repair IN_WAITING_DIAGNOSTICS',
      'process-repair IN_DIAGNOSTICS',
      'process-repair IN_SERVICE',
      'process-repair IN_TRANSIT_BACK',
      'process-part-request IN_WAITING_FOR_PICK_UP',
      'remote-support/process SERVICE_REVIEW',
      'remote-support/process WAITING_COMPLETION',
    ],
  ],
  [
    'supervisor',
    [
      'process-repair NEW',
      'process-repair IN_REPAIR_APPROVAL',
      'process-part-request INITIAL',
      'remote-support/process INITIAL',
    ],
  ],
];

for (const [user, names] of stepsByUser) {
  test(`every step that waits for a ${user}, on a desk and on a phone, with its task near the top`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await signIn(page, user);
    const steps = await findSteps(page, user, openLists, (request) => request.actionRequiredFromCurrentUser);
    expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    for (const step of steps) {
      await test.step(step.name, async () => {
        await setAppearance(page, desktop);
        await openStep(page, step, 'en');
        await expectLayout(page, step, 'en', 'desk');
        await expectAccessible(page, `${step.name}, on a desk`);
        await expectLayout(page, step, 'en', 'phone');
        await setAppearance(page, phone);
        await expectAccessible(page, `${step.name}, on a phone in the dark`);
        await setAppearance(page, desktop);
        await openStep(page, step, 'es');
        for (const device of ['desk', 'phone'] as const) await expectLayout(page, step, 'es', device);
      });
    }
  });
}

test('every step of requests that are over, as it is read', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'manager');
  const over = await findSteps(page, 'manager', allLists, ({ status }) => /^(COMPLETED|DONE)$/.test(status));
  expect(over.map(({ name }) => name).sort()).toEqual([
    'process-part-request DONE',
    'process-repair COMPLETED',
    'remote-support/process DONE',
  ]);
  await setAppearance(page, desktop);
  for (const step of over) {
    await openStep(page, step, 'en');
    for (const tab of await page.getByRole('tab', { disabled: false }).all()) {
      await tab.click();
      await waitForAnimations(page);
      await expectAccessible(page, `${step.name}, ${await tab.textContent()}`);
    }
  }
});
