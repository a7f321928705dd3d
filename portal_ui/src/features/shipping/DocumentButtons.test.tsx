// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { downloadOrEnqueue } from '../../api/download';
import { renderAt } from '../imports/testing';
import { DocumentButtons } from './DocumentButtons';

vi.mock('../../api/download', () => ({ downloadOrEnqueue: vi.fn(async () => ({ name: 'documents.pdf' })) }));

it('downloads the documents of the request, with four labels on a sheet or one on each page', async () => {
  await renderAt(<DocumentButtons path="/documents" query={{ repairId: 7 }} />);
  const queries = () => vi.mocked(downloadOrEnqueue).mock.calls.map(([path, { query }]) => [path, query]);
  fireEvent.click(screen.getByRole('button', { name: 'Shipping documents (PDF)' }));
  await waitFor(() => expect(queries()).toEqual([['/documents', { repairId: 7 }]]));
  vi.mocked(downloadOrEnqueue).mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Labels, one per page (PDF)' }));
  await waitFor(() => expect(queries()).toEqual([['/documents', { repairId: 7, labels: 'SINGLE' }]]));
});
