// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import { MetaProvider } from '../../../api/meta';
import { startSession } from '../../../api/session';
import type { Meta } from '../../../api/types';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { UnsavedBoundary } from '../../../core/forms/UnsavedBoundary';
import { buildAction, buildRecord, createTestRouter } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import { theme } from '../../../theme/theme';
import NewPartRequestPage from './NewPartRequestPage';
import { PART_REQUEST_DRAFT } from './usePartRequest';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../../../api/ownProfile', () => ({ useIsServiceMissing: () => false, useOwnProfile: () => ({}) }));

const record = buildRecord({ requestedParts: [] }, { number: 'P-7', version: 3 });
const target = { ...record, process: { ...record.process, actions: [buildAction('add_items')] } };
const meta = {
  resources: [],
  pages: [],
  choices: { categories: [{ key: 'RPM', name: 'Portal monitor' }] },
  limits: { quantity: 99, attachmentCount: 10, imageBytes: 1_000_000, attachmentBytes: 50_000_000 },
} as unknown as Meta;
const tube = { id: 3, name: 'Tube', maker: 'Kromek', category: 'RPM', imageUrl: null };
const responses: Record<string, unknown> = {
  'GET /api/v1/parts/fetch/part-request': target,
  'GET /api/v1/parts/fetch/by/category': [{ id: 3, partName: 'Tube', manufacturer: 'Kromek', imageUrl: null }],
  'POST /api/v1/parts/new-part-request-items': { id: 7, number: 'P-7' },
};

beforeEach(() => {
  stubWidth(1200);
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  vi.mocked(call).mockImplementation(async (method, path) => responses[`${method} ${path}`] ?? []);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('adds parts to the version of the request that is shown', async () => {
  const items = [{ id: 1, part: tube, name: 'Tube', quantity: 2, images: [] }];
  writeDraft(buildDraftKey(PART_REQUEST_DRAFT, 7, 'NEW'), { content: { items, party: null } });
  const page = (
    <MetaProvider value={meta}>
      <UnsavedBoundary>
        <Suspense>
          <NewPartRequestPage />
        </Suspense>
      </UnsavedBoundary>
    </MetaProvider>
  );
  await act(async () =>
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={createTestRouter(page, '/en/page?to=7')} />
      </ThemeProvider>,
    ),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Add parts' }));
  const question = await screen.findByRole('dialog', { name: 'Add these parts to P-7?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Submit request' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      'POST',
      '/api/v1/parts/new-part-request-items',
      expect.objectContaining({
        query: { partRequestId: 7, version: 3 },
        body: { parts: [{ partId: 3, quantity: 2 }] },
      }),
    ),
  );
});
