// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { markSessionExpired } from './http';
import { useSessionEndReason } from './useSession';

it('updates the reason of a session end on a mounted login page', () => {
  const { result } = renderHook(() => useSessionEndReason());
  expect(result.current).toBeNull();
  act(() => markSessionExpired());
  expect(result.current).toBe('errors.sessionExpired');
});
