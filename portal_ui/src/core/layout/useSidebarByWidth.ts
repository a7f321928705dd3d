import { useEffect, useRef, useState } from 'react';
import { useSidebarState } from 'react-admin';
import { NARROW_SIDEBAR_QUERY } from '../../api/store';

/**
 * Adapt the navigation to the width of the window; return whether it is open.
 *
 * It is collapsed to icons on narrow windows and expanded on wide ones. A state that the user has chosen instead is
 * kept, but on a phone it is a modal and starts closed.
 */
export function useSidebarByWidth(isPhone: boolean): boolean {
  const [open, setOpen] = useSidebarState();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  }, [open]);
  useEffect(() => {
    const narrow = window.matchMedia(NARROW_SIDEBAR_QUERY);
    let expected = !narrow.matches;
    const updateSidebar = () => {
      if (latest.current !== expected) return;
      expected = !narrow.matches;
      setOpen(expected);
    };
    narrow.addEventListener('change', updateSidebar);
    return () => narrow.removeEventListener('change', updateSidebar);
  }, [setOpen]);
  useEffect(() => {
    if (isPhone && latest.current) setOpen(false);
  }, [isPhone, setOpen]);
  // MUI's Modal never leaves if it is open for one render only, and would cover the page invisibly.
  const [mayBeModal, setMayBeModal] = useState(false);
  if (mayBeModal !== isPhone && !(isPhone && open)) setMayBeModal(isPhone);
  return open && (mayBeModal || !isPhone);
}
