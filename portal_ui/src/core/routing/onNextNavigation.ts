import type { createMemoryRouter } from 'react-router';

type Router = Pick<ReturnType<typeof createMemoryRouter>, 'state' | 'subscribe'>;

/** Kept once another page is open than the present one; the router changes addresses without an event of the browser. */
export function onNextNavigation(router: Router): Promise<void> {
  const { pathname } = router.state.location;
  return new Promise((resolve) => {
    const stop = router.subscribe(({ location }) => {
      if (location.pathname === pathname) return;
      stop();
      resolve();
    });
  });
}
