import { useEffect, useRef } from 'react';
import { useSidebarState } from 'react-admin';
import { NARROW_SIDEBAR_QUERY } from '../../api/store';

/**
 * Collapse the navigation to icons on narrow windows, and expand it on wide ones. A state that the user has chosen
 * instead is kept.
 */
export function useSidebarByWidth(): void {
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
}
