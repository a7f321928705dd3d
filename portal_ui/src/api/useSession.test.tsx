// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expireSession } from './http';
import { useWhySessionEnded } from './useSession';

it('tells why a session ended, though the login page was there first', () => {
  const { result } = renderHook(() => useWhySessionEnded());
  expect(result.current).toBeNull();
  act(() => expireSession());
  expect(result.current).toBe('errors.sessionExpired');
});
