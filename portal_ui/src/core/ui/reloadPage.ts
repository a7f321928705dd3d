/** Load the page again: where something typed would be lost, the browser asks first. */
export const reloadPage = () => location.reload();
