/** Where the popup of the control in focus is drawn: in its dialog, the bar or the page's main part, so that it is found there. */
export const getPopupContainer = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
