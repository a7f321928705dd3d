// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { useCloseOnNavigation } from './useCloseOnNavigation';

it('closes once another page is open, not when the same one is drawn anew or filtered', () => {
  const close = vi.fn();
  const { result } = renderHook(
    () => {
      useCloseOnNavigation(close);
      return useNavigate();
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={['/en/first', '/en/second']}>{children}</MemoryRouter>
      ),
    },
  );
  act(() => void result.current({ search: '?page=2' }));
  expect(close).not.toHaveBeenCalled();
  act(() => void result.current('/en/first'));
  expect(close).toHaveBeenCalledOnce();
});
