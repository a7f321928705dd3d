// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import type { PartRequest } from '../../../api/partRequests';
import type { ProcessAction } from '../../../api/requests';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import { theme } from '../../../theme/theme';
import PartRequestDetailsPane from './PartRequestDetailsPane';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  stubWidth(1200);
  sent.mockReset();
  sent.mockResolvedValue({ version: 2 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const image = { id: 'f1', name: 'tube.png', type: 'image/png', size: 9, url: '/f1', previewUrl: '/f1' };
const tube = {
  id: 1,
  partId: 5,
  partName: 'Tube',
  quantity: 4,
  imageUrl: null,
  category: { key: 'RPM', name: 'Portal monitor' },
  images: [] as object[],
  initialApproval: 'WAITING_APPROVAL',
  approvalComments: null as object | null,
};
const gasket = { ...tube, id: 2, partId: null, partName: 'Gasket', quantity: 1, category: null };

function open(requestedParts: object[], actions: ProcessAction[] = []) {
  const built = buildRecord({ requestedParts, approvalComments: {} });
  const record = { ...built, process: { ...built.process, actions } } as unknown as PartRequest;
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider
        router={createTestRouter(
          <TestPage resource="partRequests" record={record}>
            <PartRequestDetailsPane />
          </TestPage>,
        )}
      />
    </ThemeProvider>,
  );
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const getRow = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);

it('shows each item with its category, quantity and decision, and says which are suggested', () => {
  open([tube, gasket]);
  expect(headings()).toEqual(['Part', 'Quantity', 'Initial approval']);
  expect(getRow('Tube').getByText('Portal monitor')).toBeTruthy();
  expect(getRow('Tube').getByText('4')).toBeTruthy();
  expect(getRow('Gasket').getByText('Suggested, not in the catalog')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('offers suggested parts for the catalog while the server allows it', () => {
  open([tube, gasket], [buildAction('item_part')]);
  expect(getRow('Gasket').getByRole('button', { name: 'Add to catalog: Gasket' })).toBeTruthy();
  expect(getRow('Tube').queryByRole('button')).toBeNull();
  cleanup();
  open([gasket], [buildAction('item_part', 'Part', { enabled: false })]);
  expect(screen.queryByRole('button', { name: /^Add to catalog/ })).toBeNull();
  cleanup();
  open([tube], [buildAction('item_part')]);
  expect(headings()).not.toContain('Catalog');
});

it('has a column of images only if an item has some', () => {
  open([tube, { ...gasket, images: [image] }]);
  expect(headings()).toContain('Images');
  expect(getRow('Gasket').getByRole('button', { name: /Gasket/ })).toBeTruthy();
});

it('shows comments to everyone, but lets only those with the action write them', () => {
  const approvalComments = { INITIAL: { text: 'Twice?', by: 'Ana', at: '2026-11-20T12:00:00Z' } };
  open([{ ...tube, approvalComments }, gasket]);
  expect(getRow('Tube').getByRole('button', { name: /comment/i })).toBeTruthy();
  expect(getRow('Gasket').queryByRole('button')).toBeNull();
  cleanup();
  open([tube, gasket], [buildAction('comment')]);
  expect(getRow('Gasket').getByRole('button', { name: /comment/i })).toBeTruthy();
  // The comment on the whole request.
  expect(screen.getAllByRole('button', { name: /comment/i })).toHaveLength(3);
});

it('links to the form for more parts instead of a comment, if the server offers it', () => {
  open([tube], [buildAction('add_items', 'Add parts'), buildAction('comment')]);
  expect(screen.getByRole('link', { name: 'Add parts' }).getAttribute('href')).toBe('/en/part-request/new?to=7');
  expect(screen.getAllByRole('button', { name: /comment/i })).toHaveLength(1);
});

it('sends the decision on an item', async () => {
  open([tube, gasket], [buildAction('initial_approval')]);
  fireEvent.click(getRow('Gasket').getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const [, path, options] = sent.mock.calls[0] ?? [];
  expect(path).toBe('/api/v1/parts/update/part-request/initial-approval');
  expect(options?.query).toEqual({ id: 7, version: 1 });
  expect(options?.body).toEqual([{ id: 2, initialApproval: 'APPROVED' }]);
});
