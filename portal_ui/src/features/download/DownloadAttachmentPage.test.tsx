// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadFile } from '../../api/download';
import { ApiError } from '../../api/errors';
import { renderAt } from '../imports/testing';
import DownloadAttachmentPage from './DownloadAttachmentPage';

vi.mock('../../api/download', () => ({ downloadFile: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(downloadFile).mockReset();
});

const open = () =>
  renderAt(<DownloadAttachmentPage />, {
    at: '/en/download/attachment/a%2Fb',
    route: '/:lang/download/attachment/:id',
  });
const advance = () => act(() => vi.advanceTimersByTimeAsync(3_000));
const paths = () => [...new Set(vi.mocked(downloadFile).mock.calls.map(([path]) => path))];

it('downloads the file of the URL, and again on request', async () => {
  vi.mocked(downloadFile).mockResolvedValue('Report.pdf');
  await open();
  expect(screen.getByText('Downloading…')).toBeTruthy();
  await advance();
  expect(screen.getByText('Report.pdf')).toBeTruthy();
  expect(paths()).toEqual(['/api/v1/files/download/a%2Fb']);
  vi.mocked(downloadFile).mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  await advance();
  expect(downloadFile).toHaveBeenCalledOnce();
});

it('shows why a file was not downloaded, with a retry', async () => {
  vi.mocked(downloadFile).mockRejectedValue(
    new ApiError(403, { code: 'FORBIDDEN', message: 'The file is not yours.' }),
  );
  await open();
  await advance();
  expect(screen.getByText('The file is not yours.')).toBeTruthy();
  vi.mocked(downloadFile).mockResolvedValue('Report.pdf');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await advance();
  expect(screen.getByText('Report.pdf')).toBeTruthy();
});

it('shows the progress for two seconds, so that it can be read, and then that the file is saved', async () => {
  vi.mocked(downloadFile).mockResolvedValue('Report.pdf');
  await open();
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(screen.getByText('Downloading…')).toBeTruthy();
  expect(screen.queryByText('Report.pdf')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(screen.queryByText('Downloading…')).toBeNull();
  expect(screen.getByText('The file is in your downloads.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows the progress of a retry instead of the error', async () => {
  vi.mocked(downloadFile).mockRejectedValue(new ApiError(403, { code: 'FORBIDDEN', message: 'Not yours.' }));
  await open();
  await advance();
  expect(screen.queryByText('Downloading…')).toBeNull();
  vi.mocked(downloadFile).mockReturnValue(new Promise(() => {}));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await advance();
  expect(screen.getByText('Downloading…')).toBeTruthy();
  expect(screen.queryByText('Not yours.')).toBeNull();
});
