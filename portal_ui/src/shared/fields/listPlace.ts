/** Where the open list of a field is drawn: on the page's main part, so that it is found there; from a dialog above all. */
export const listPlace = (fieldId: string): HTMLElement =>
  document.getElementById(fieldId)?.closest('main') ?? document.body;
