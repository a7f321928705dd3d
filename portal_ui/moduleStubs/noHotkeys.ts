/** Stub of react-hotkeys-hook, as the portal's menus have no keyboard shortcuts. */
export const useHotkeys = () => ({ current: null });
