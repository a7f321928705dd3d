// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { startSession } from '../../api/session';
import { buildDraftKey, writeDraft } from '../forms/drafts';
import { useSourceRequest } from './sourceRequest';

const attachments = [
  { id: 'photo', name: 'photo.png' },
  { id: 'log', name: 'log.txt' },
  { id: 'scan', name: 'scan.png' },
];
const source = {
  id: 7,
  number: 'S-2026-000007',
  title: 'No reading',
  description: 'Dark display',
  serialNumber: '04412',
  part: null,
  attachments,
};
const options = {
  use: 'REPAIR',
  draft: 'new-repair',
  acceptsFile: ({ name }: { name: string }) => name.endsWith('.png'),
} as const;

const offered = [
  { id: 3, partName: 'Probe', manufacturer: 'M', number: '1', imageUrl: null },
  { id: 4, partName: 'Base', manufacturer: 'M', number: '2', imageUrl: null },
];
let part: object | null;
let isDown: boolean;
let partQueries: string[];
let copied: string[];
let failing: string | null;
let readCount: number;

beforeEach(() => {
  copied = [];
  part = null;
  isDown = false;
  partQueries = [];
  failing = null;
  readCount = 0;
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input), 'http://portal');
    if (isDown) throw new TypeError('Failed to fetch');
    if (pathname.endsWith('/parts/fetch/by/category')) {
      partQueries.push(search);
      return new Response(JSON.stringify(offered));
    }
    if (init.method !== 'POST') {
      readCount += 1;
      return new Response(JSON.stringify({ ...source, part }));
    }
    const id = pathname.split('/').pop() ?? '';
    if (id === failing) return new Response(JSON.stringify({ code: 'UNAVAILABLE' }), { status: 503 });
    copied.push(id);
    return new Response(JSON.stringify({ id: `copy-of-${id}` }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function renderSource() {
  const client = createQueryClient();
  const { result } = renderHook(() => useSourceRequest(7, options), {
    wrapper: ({ children }) => (
      <StrictMode>
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={['/en/new-repair']}>
            <Routes>
              <Route path="/:lang/*" element={children} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </StrictMode>
    ),
  });
  return { result, client };
}

describe('source of a new request', () => {
  it('copies each accepted file once', async () => {
    const { result } = renderSource();
    await waitFor(() => expect(result.current.data).toBeDefined());
    expect(result.current.data).toMatchObject({ id: 7, title: 'No reading', part: null });
    expect(result.current.data?.files.map((file) => file.id)).toEqual(['copy-of-photo', 'copy-of-scan']);
    expect(copied).toEqual(['photo', 'scan']);
  });

  it('has its part if that can be requested in this form', async () => {
    part = { id: 4, category: { key: 'RPM', name: 'Monitor' } };
    const { result } = renderSource();
    await waitFor(() => expect(result.current.data?.part).toMatchObject({ id: 4, name: 'Base', category: 'RPM' }));
    expect(new URLSearchParams(partQueries[0]).get('serviceCategories')).toBe('REPAIR');
    expect(new URLSearchParams(partQueries[0]).get('category')).toBe('RPM');
  });

  it('has no part that cannot be requested in this form', async () => {
    part = { id: 9, category: { key: 'RPM', name: 'Monitor' } };
    const { result } = renderSource();
    await waitFor(() => expect(result.current.data).toBeDefined());
    expect(result.current.data?.part).toBeNull();
  });

  it('is loaded again on retry after an error, and only then copies its files', async () => {
    isDown = true;
    const { result } = renderSource();
    await waitFor(() => expect(result.current.error).not.toBeNull());
    expect(copied).toEqual([]);
    isDown = false;
    act(() => result.current.retry());
    await waitFor(() => expect(result.current.data?.files).toHaveLength(2));
    expect(copied).toEqual(['photo', 'scan']);
  });

  it('keeps its values when queries are invalidated', async () => {
    const { result, client } = renderSource();
    await waitFor(() => expect(result.current.data).toBeDefined());
    const [data, count] = [result.current.data, readCount];
    await act(() => client.invalidateQueries());
    expect(result.current.data).toBe(data);
    expect(readCount).toBe(count);
  });

  it('copies no files if the form has a draft', async () => {
    writeDraft(buildDraftKey(options.draft, 7, 'NEW'), { title: 'typed' });
    const { result } = renderSource();
    await waitFor(() => expect(result.current.data?.files).toEqual([]));
    expect(copied).toEqual([]);
  });

  it('shows a failed copy as an error, and copies again on retry', async () => {
    failing = 'scan';
    const { result } = renderSource();
    await waitFor(() => expect(result.current.error).toMatchObject({ status: 503 }));
    expect(result.current.data).toBeUndefined();
    failing = null;
    act(() => result.current.retry());
    await waitFor(() => expect(result.current.data?.files).toHaveLength(2));
    expect(result.current.error).toBeNull();
  });
});
