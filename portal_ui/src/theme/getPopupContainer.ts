/**
 * Container of the popup of the control in focus: its dialog, the bar or the main content, so that it is within the
 * focus trap and landmark.
 */
export const getPopupContainer = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
