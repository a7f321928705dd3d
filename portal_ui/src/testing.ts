/** Setup of all tests of the interface. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  // A busy machine must not fail tests.
  configure({ asyncUtilTimeout: 10_000, reactStrictMode: true });
  // jsdom has no media queries: none matches, unless a test stubs them.
  const noMatch = {
    matches: false,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
  };
  Object.assign(window, { matchMedia: (media: string) => ({ ...noMatch, media }) });
}

export {};
