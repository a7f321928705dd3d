/** Reload the page. The browser asks first if unsaved changes would be lost. */
export const reloadPage = () => location.reload();
