// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, renderHook } from '@testing-library/react';
import { CoreAdminContext, memoryStore } from 'ra-core';
import type { ReactNode } from 'react';
import { useSidebarState } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { NARROW_SIDEBAR_QUERY } from '../../api/store';
import { theme } from '../../theme/theme';
import { stubMediaQueries } from '../ui/testing';
import { useSidebarByWidth } from './useSidebarByWidth';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  /** Whether the navigation was open, at each rendering on a phone. */
  const openOnPhone: boolean[] = [];
  const store = memoryStore({ sidebar: { open: true } });
  let isNarrow = false;
  const announceChange = stubMediaQueries((query) => isNarrow && query === NARROW_SIDEBAR_QUERY);
  const { result, rerender } = renderHook(
    ({ isPhone }) => {
      const isOpen = useSidebarByWidth(isPhone);
      if (isPhone) openOnPhone.push(isOpen);
      return [isOpen, useSidebarState()[1]] as const;
    },
    {
      initialProps: { isPhone: false },
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter>
          <CoreAdminContext store={store}>
            <ThemeProvider theme={theme}>{children}</ThemeProvider>
          </CoreAdminContext>
        </MemoryRouter>
      ),
    },
  );
  const resize = (matches: boolean) =>
    act(() => {
      isNarrow = matches;
      announceChange();
    });
  return {
    resize,
    setPhone: (isPhone: boolean) => rerender({ isPhone }),
    openOnPhone,
    isOpen: () => result.current[0],
    choose: (next: boolean) => act(() => result.current[1](next)),
  };
}

it('collapses the navigation on a narrow window, and expands it again', () => {
  const { resize, isOpen } = open();
  resize(true);
  expect(isOpen()).toBe(false);
  resize(false);
  expect(isOpen()).toBe(true);
});

it('keeps a navigation collapsed that the user has collapsed', () => {
  const { resize, isOpen, choose } = open();
  choose(false);
  resize(true);
  resize(false);
  expect(isOpen()).toBe(false);
});

it('is never open, not even for a moment, when a wide window becomes as narrow as a phone', () => {
  const { setPhone, openOnPhone, isOpen, choose } = open();
  setPhone(true);
  expect(openOnPhone).not.toContain(true);
  choose(true);
  expect(isOpen()).toBe(true);
  choose(false);
  setPhone(false);
  choose(true);
  expect(isOpen()).toBe(true);
});
