import { expect, it, vi } from 'vitest';
import { preloadRoute } from './routes';

const { loaded, recordCall } = vi.hoisted(() => {
  const loaded: string[] = [];
  const recordCall = (name: string) => () => {
    loaded.push(name);
    return { default: () => null, prefetch: undefined };
  };
  return { loaded, recordCall };
});

vi.mock('./features/repairs/process/RepairPage', recordCall('repair'));
vi.mock('./features/imports/NewImportPage', recordCall('new import'));
vi.mock('./features/imports/ImportPage', recordCall('import'));

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
