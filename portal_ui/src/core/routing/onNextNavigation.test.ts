// @vitest-environment jsdom
import { createMemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { onNextNavigation } from './onNextNavigation';

it('is one at another address, not the same page otherwise asked', async () => {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/en/active-repairs'] });
  const opened: string[] = [];
  const next = onNextNavigation(router).then(() => opened.push(router.state.location.pathname));
  await router.navigate('/en/active-repairs?page=2');
  await router.navigate('/en/active-repairs#suggest-options');
  expect(opened).toEqual([]);
  await router.navigate('/en/process-repair/7');
  await next;
  expect(opened).toEqual(['/en/process-repair/7']);
});
