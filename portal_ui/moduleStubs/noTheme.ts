/** Stub of MUI's unused default theme, which would be computed on each page load. */
export default {};
