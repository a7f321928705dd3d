/** What all tests of the interface begin with. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  // A busy machine is slow, not wrong.
  configure({ asyncUtilTimeout: 10_000 });
}

export {};
