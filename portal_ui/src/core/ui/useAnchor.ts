import { type MouseEvent, useState } from 'react';

/** Return the props of a menu or popover and of its button, and a close callback. */
export function useAnchor(popup: 'menu' | 'dialog') {
  const [anchorEl, setAnchorEl] = useState<HTMLElement | null>(null);
  const open = anchorEl !== null;
  const close = () => setAnchorEl(null);
  return {
    trigger: {
      'aria-haspopup': popup,
      'aria-expanded': open,
      onClick: (event: MouseEvent<HTMLElement>) => setAnchorEl(event.currentTarget),
    },
    popup: { open, anchorEl, onClose: close },
    close,
  };
}

export type Anchor = ReturnType<typeof useAnchor>;
