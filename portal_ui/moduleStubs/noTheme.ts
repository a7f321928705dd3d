/** In place of MUI's own theme, which would be worked out before every page: all are drawn in the portal's. */
export default {};
