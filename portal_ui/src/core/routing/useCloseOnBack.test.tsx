// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useCloseOnBack } from './useCloseOnBack';

it('closes on popstate until unmounted', () => {
  const close = vi.fn();
  const { unmount } = renderHook(() => useCloseOnBack(close));
  history.pushState(null, '', '#/en/second');
  expect(close).not.toHaveBeenCalled();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(close).toHaveBeenCalledOnce();
  unmount();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(close).toHaveBeenCalledOnce();
});
