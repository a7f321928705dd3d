// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { downloadFile } from '../../api/download';
import { ApiError } from '../../api/errors';
import { buildField, buildResource } from '../../core/forms/resource/testing';
import NewImportPage from './NewImportPage';
import { buildRun, renderAt, serve } from './testing';

vi.mock('../../api/download', () => ({ downloadFile: vi.fn() }));
const parts = { ...buildResource([]), name: 'parts', path: 'parts', title: 'Parts', import: true };

async function open(
  target = 'parts',
  respond: () => unknown = () => buildRun({ id: 9, state: 'READING' }),
  resources: object[] = [parts],
) {
  const requests = serve({ 'POST /api/v1/imports/text': respond, 'GET /api/v1/gizmos': () => [] });
  const getUrl = await renderAt(<NewImportPage />, {
    at: `/en/imports/new/${target}`,
    route: '/:lang/imports/new/:target',
    meta: { resources } as never,
  });
  return { requests, getUrl };
}

async function paste(text: string) {
  fireEvent.change(await screen.findByLabelText('Or paste from a spreadsheet'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
}

it('starts an import of pasted cells into the list and opens it', async () => {
  const { requests, getUrl } = await open();
  await screen.findByLabelText('Or paste from a spreadsheet');
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  await paste('Number\nA-1');
  await waitFor(() => expect(getUrl()).toBe('/en/imports/9'));
  expect(requests.map(({ query, body }) => [query.get('target'), body])).toEqual([['parts', { text: 'Number\nA-1' }]]);
});

it('keeps the pasted cells on the page if the server rejects them', async () => {
  const rejection = { code: 'VALIDATION', message: 'Please correct', fields: { text: ['No header row'] } };
  const { getUrl } = await open('parts', () => new Response(JSON.stringify(rejection), { status: 400 }));
  await paste('A-1');
  expect(await screen.findByText(/No header row/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste from a spreadsheet').value).toBe('A-1');
  expect(getUrl()).toBe('/en/imports/new/parts');
});

it('leaves the page of a list that has no import', async () => {
  const { requests, getUrl } = await open('clients');
  await waitFor(() => expect(getUrl()).not.toContain('imports'));
  expect(requests).toEqual([]);
});

it('downloads the template of the list, or says why it cannot', async () => {
  vi.mocked(downloadFile).mockResolvedValueOnce('parts.xlsx');
  await open();
  const download = () => fireEvent.click(screen.getByRole('button', { name: 'Download template' }));
  await screen.findByRole('button', { name: 'Download template' });
  download();
  const path = '/api/v1/imports/templates/parts/xlsx';
  expect(downloadFile).toHaveBeenCalledWith(path, { fallbackName: 'parts.xlsx' });
  vi.mocked(downloadFile).mockRejectedValueOnce(new ApiError(403, { code: 'FORBIDDEN', message: 'Not allowed here' }));
  download();
  expect(await screen.findByText(/Not allowed here/)).toBeTruthy();
});

it('accepts an archive of images only if rows have images', async () => {
  await open();
  const hint = /^Images can be in the cells/;
  await screen.findByRole('button', { name: 'Continue' });
  expect(screen.queryByText(hint)).toBeNull();
  cleanup();
  const withImages = { ...buildResource([buildField('number', 'text'), buildField('image', 'image')]), import: true };
  await open('gizmos', undefined, [withImages]);
  expect(await screen.findByText(hint)).toBeTruthy();
});

it('lists earlier imports into the same list only', async () => {
  const history = { ...buildResource([]), name: 'imports', path: 'imports', title: 'Imports' };
  const { requests } = await open('parts', undefined, [parts, history]);
  expect(await screen.findByRole('region', { name: 'Earlier imports' })).toBeTruthy();
  await waitFor(() => expect(requests.some(({ query }) => query.has('filter'))).toBe(true));
  const filters = requests.flatMap(({ query }) => query.get('filter') ?? []);
  expect(new Set(filters)).toEqual(new Set(['{"target":["parts"]}']));
});
