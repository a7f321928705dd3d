import { expect, it, vi } from 'vitest';
import { preloadRoute } from './routes';

const { loaded, noting } = vi.hoisted(() => {
  const loaded: string[] = [];
  const noting = (name: string) => () => {
    loaded.push(name);
    return { default: () => null, prefetch: undefined };
  };
  return { loaded, noting };
});

vi.mock('./features/repairs/process/RepairPage', noting('repair'));
vi.mock('./features/imports/NewImportPage', noting('new import'));
vi.mock('./features/imports/ImportPage', noting('import'));

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
