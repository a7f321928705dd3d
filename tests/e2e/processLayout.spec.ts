/** Layout of requests that are over. Those of open steps is tested with axe (axeSteps.spec.ts). */
import { expect, test } from '@playwright/test';
import { signIn, type User } from './portal';
import { allLists, expectLayout, findSteps, openStep } from './processLayout';

/** Steps of requests that are over, with the user who reads them. */
const stepsByUser: [user: User, steps: string[]][] = [
  ['supervisor', ['process-repair COMPLETED', 'process-part-request DONE', 'remote-support/process REJECTED']],
  ['client', ['process-repair REJECTED']],
  ['service', ['remote-support/process DONE']],
];

for (const [user, names] of stepsByUser) {
  test(`what a ${user} reads of requests that are over begins near the top, in both languages`, async ({ page }) => {
    await signIn(page, user);
    const found = await findSteps(page, user, allLists, () => true);
    const steps = found.filter(({ name }) => names.includes(name));
    expect(steps.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const step of steps) {
      for (const language of ['en', 'es']) {
        await openStep(page, step, language);
        for (const device of ['desk', 'phone'] as const) await expectLayout(page, step, language, device);
      }
    }
  });
}
