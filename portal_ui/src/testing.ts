/** Setup of all tests of the interface. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  // A busy machine must not fail tests.
  configure({ asyncUtilTimeout: 10_000, reactStrictMode: true });
}

export {};
