// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildResource } from '../../core/forms/resource/testing';
import NewImportPage from './NewImportPage';
import { buildRun, renderAt, serve } from './testing';

const parts = { ...buildResource([]), name: 'parts', path: 'parts', title: 'Parts', import: true };

async function open(target = 'parts', answer: () => unknown = () => buildRun({ id: 9, state: 'READING' })) {
  const requests = serve({ 'POST /api/v1/imports/text': answer });
  const getUrl = await renderAt(<NewImportPage />, {
    at: `/en/imports/new/${target}`,
    route: '/:lang/imports/new/:target',
    meta: { resources: [parts] } as never,
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
