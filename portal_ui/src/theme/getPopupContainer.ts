/**
 * Return the container for a control's popup, inside its focus trap and landmark. A menu is no container: one that
 * opens while it is closing still has the focus, and would be rendered into itself.
 */
export const getPopupContainer = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('[role="dialog"]:not(.MuiMenu-paper), main, header') ?? document.body;
