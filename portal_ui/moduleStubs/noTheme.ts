/** Stub of MUI's default theme, unused, but computed on every page load. */
export default {};
