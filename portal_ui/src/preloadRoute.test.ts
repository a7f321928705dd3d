import { expect, it, vi } from 'vitest';
import { createQueryClient } from './api/queryClient';
import { preloadRoute } from './routes';

const { loaded, prefetched, recordCall } = vi.hoisted(() => {
  const loaded: string[] = [];
  const prefetched: unknown[] = [];
  const prefetch = async (_: unknown, params: unknown, search: string) => prefetched.push(params, search);
  const recordCall = (name: string, hasPrefetch: boolean) => () => {
    loaded.push(name);
    return { default: () => null, prefetch: hasPrefetch ? prefetch : undefined };
  };
  return { loaded, prefetched, recordCall };
});

vi.mock('./features/repairs/process/RepairPage', recordCall('repair', true));
vi.mock('./features/imports/NewImportPage', recordCall('new import', false));
vi.mock('./features/imports/ImportPage', recordCall('import', false));

it('loads only the code of the page at the address, with or without query', async () => {
  preloadRoute('/es/process-repair/12?tab=DETAILS');
  await vi.waitFor(() => expect(loaded).toEqual(['repair']));
  preloadRoute('/en/imports/new/parts');
  await vi.waitFor(() => expect(loaded).toEqual(['repair', 'new import']));
  expect(preloadRoute('/en/active-repairs')).toBeNull();
  expect(preloadRoute('')).toBeNull();
  await vi.dynamicImportSettled();
  expect(loaded).toEqual(['repair', 'new import']);
});

it('passes route params and query to the prefetch of a page', async () => {
  const prefetch = await preloadRoute('/es/process-repair/12?tab=DETAILS');
  await prefetch?.(createQueryClient());
  expect(prefetched).toEqual([expect.objectContaining({ lang: 'es', id: '12' }), 'tab=DETAILS']);
  expect(await preloadRoute('/en/imports/12')).toBeNull();
});
