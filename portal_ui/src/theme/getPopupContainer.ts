/** Return the container for a control's popup, inside its focus trap and landmark. */
export const getPopupContainer = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
