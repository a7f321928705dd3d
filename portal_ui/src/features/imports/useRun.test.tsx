// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RunState } from '../../api/imports';
import { createQueryClient, metaKey } from '../../api/queryClient';
import { buildRun, serve } from './testing';
import { buildRunKey, useRun } from './useRun';

/** Return whether a state change of an import invalidates the server's choices. */
async function refetchesChoices(before: RunState, after: RunState): Promise<boolean | undefined> {
  serve({ 'GET /api/v1/imports/7': () => buildRun({ state: after }) });
  const client = createQueryClient();
  client.setQueryData([metaKey, 'en'], {});
  client.setQueryData(buildRunKey(7), buildRun({ state: before }));
  const { result } = renderHook(() => useRun(7), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect((await result.current.refetch()).data?.state).toBe(after);
  return client.getQueryState([metaKey, 'en'])?.isInvalidated;
}

it('invalidates the choices of forms and filters after rows were written or undone', async () => {
  expect(await refetchesChoices('CHECKING', 'REVIEW')).toBe(false);
  expect(await refetchesChoices('WRITING', 'WRITING')).toBe(false);
  expect(await refetchesChoices('WRITING', 'DONE')).toBe(true);
  expect(await refetchesChoices('UNDOING', 'UNDONE')).toBe(true);
});
