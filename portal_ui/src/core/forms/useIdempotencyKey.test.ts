// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useIdempotencyKey } from './useIdempotencyKey';

afterEach(cleanup);

it('sends the same content again with the same key, until it is saved or changed', () => {
  const { result, rerender } = renderHook(() => useIdempotencyKey());
  const first = result.current[0]({ name: 'Eva' });
  rerender();
  expect(result.current[0]({ name: 'Eva' })).toBe(first);
  const changed = result.current[0]({ name: 'Ana' });
  expect(changed).not.toBe(first);
  result.current[1]();
  expect(result.current[0]({ name: 'Ana' })).not.toBe(changed);
});
