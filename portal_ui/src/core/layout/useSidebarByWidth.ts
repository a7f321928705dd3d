import { useEffect, useRef } from 'react';
import { useSidebarState } from 'react-admin';
import { railScreen } from '../../api/store';

/**
 * Shuts the navigation to its icons as the window gets too narrow for it, and opens it as there is room again; what the
 * user chose instead stays.
 */
export function useSidebarByWidth(): void {
  const [open, setOpen] = useSidebarState();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  }, [open]);
  useEffect(() => {
    const narrow = window.matchMedia(railScreen);
    let expected = !narrow.matches;
    const follow = () => {
      if (latest.current !== expected) return;
      expected = !narrow.matches;
      setOpen(expected);
    };
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, [setOpen]);
}
