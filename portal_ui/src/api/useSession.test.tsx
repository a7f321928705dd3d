// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { markSessionExpired } from './http';
import { useSessionEndReason } from './useSession';

it('tells why a session ended, though the login page was there first', () => {
  const { result } = renderHook(() => useSessionEndReason());
  expect(result.current).toBeNull();
  act(() => markSessionExpired());
  expect(result.current).toBe('errors.sessionExpired');
});
