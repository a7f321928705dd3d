// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { memoryStore, StoreContextProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useRecentRequests, useTrackRecentRequest } from './recentRequests';

const store = memoryStore();
const wrapper = ({ children }: { children: ReactNode }) => (
  <StoreContextProvider value={store}>{children}</StoreContextProvider>
);
const open = (id: number, kind = 'REPAIR') => ({ id, number: `R-${id}`, process: { kind } });

afterEach(cleanup);

it('lists the last five opened requests, the latest first and each once', () => {
  const { result, rerender } = renderHook(
    ({ viewed }: { viewed: ReturnType<typeof open> | undefined }) => {
      useTrackRecentRequest(viewed);
      return useRecentRequests()[0].map(({ requestType, id }) => `${requestType} ${id}`);
    },
    { wrapper, initialProps: { viewed: undefined as ReturnType<typeof open> | undefined } },
  );
  expect(result.current).toEqual([]);
  for (const viewed of [open(1), open(2), open(1), open(1, 'PARTS')]) rerender({ viewed });
  expect(result.current).toEqual(['PARTS 1', 'REPAIR 1', 'REPAIR 2']);
  for (const viewed of [open(3), open(4), open(5)]) rerender({ viewed });
  expect(result.current).toEqual(['REPAIR 5', 'REPAIR 4', 'REPAIR 3', 'PARTS 1', 'REPAIR 1']);
});
