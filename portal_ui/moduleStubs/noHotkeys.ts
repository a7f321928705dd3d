/** Of react-hotkeys-hook: react-admin's menus listen for keys that the portal gives none of them. */
export const useHotkeys = () => ({ current: null });
