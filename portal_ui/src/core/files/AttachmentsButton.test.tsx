// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AttachedFile } from '../../api/types';
import { createTestRouter } from '../process/testing';
import { AttachmentsButton } from './AttachmentsButton';
import { QueuedAttachmentsButton } from './QueuedAttachmentsButton';
import { UploadError, UploadQueue } from './uploadQueue';

const saved = (name: string, more: Partial<AttachedFile> = {}): AttachedFile => ({
  id: `id/${name}`,
  name,
  type: 'text/plain',
  size: 2_048,
  ...more,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (page: ReactNode) => render(<RouterProvider router={createTestRouter(page)} />);

describe('the files of a unit', () => {
  it('are none as text, without a button', () => {
    show(<AttachmentsButton files={[]} ownerName="Pager, SN 1" />);
    screen.getByText('None');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are listed in a dialog, only to read', async () => {
    show(<AttachmentsButton files={[saved('a.txt'), saved('b.txt')]} ownerName="Pager, SN 1" />);
    const button = screen.getByRole('button', { name: 'Attachments for Pager, SN 1: 2' });
    expect(button.textContent).toBe('2');
    fireEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: /^Attachments.*Pager, SN 1$/ }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('a.txt'),
      expect.stringContaining('b.txt'),
    ]);
    expect(dialog.queryByRole('button', { name: /Remove/ })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are downloaded by their id', async () => {
    const fetched = vi.fn(async (_: string) => new Response('{"message":"Gone"}', { status: 404 }));
    vi.stubGlobal('fetch', fetched);
    show(<AttachmentsButton files={[saved('a.txt')]} ownerName="Pager, SN 1" />);
    fireEvent.click(screen.getByRole('button'));
    const download = await screen.findByRole<HTMLButtonElement>('button', { name: 'Download a.txt' });
    fireEvent.click(download);
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/files/download/id%2Fa.txt');
    expect(download.disabled).toBe(true);
    await waitFor(() => expect(download.disabled).toBe(false));
  });

  it('show size and type', async () => {
    const files = [saved('a.txt'), saved('plain', { type: 'text/plain' }), saved('bare', { type: '' })];
    show(<AttachmentsButton files={files} ownerName="Pager, SN 1" />);
    fireEvent.click(screen.getByRole('button'));
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/kB · TXT$|KB · TXT$/);
    expect(rows[1]).toMatch(/ · text\/plain$/);
    expect(rows[2]).toMatch(/[kK]B$/);
  });
});

describe('the preview', () => {
  const image = (name: string) => saved(name, { previewUrl: `/preview/${name}?token=1` });

  it('shows the images of the list, beginning with the chosen one', async () => {
    const files = [image('a.png'), saved('b.txt'), image('c.jpg'), saved('d.png', { previewUrl: null })];
    show(<AttachmentsButton files={files} ownerName="Pager, SN 1" />);
    fireEvent.click(screen.getByRole('button'));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Preview b.txt' })).toBeNull();
    // The server cannot render it.
    expect(screen.queryByRole('button', { name: 'Preview d.png' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Preview c.jpg' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'c.jpg' }));
    expect(dialog.getByRole<HTMLImageElement>('img').getAttribute('src')).toBe('/preview/c.jpg?token=1');
    dialog.getByText('2 of 2');
  });

  it('shows the file itself if it was only just uploaded', async () => {
    const fetched = vi.fn(async (_: string) => new Response('x'));
    vi.stubGlobal('fetch', fetched);
    URL.createObjectURL = () => 'blob:image';
    URL.revokeObjectURL = vi.fn();
    show(<AttachmentsButton files={[saved('a.png')]} ownerName="Pager, SN 1" />);
    fireEvent.click(screen.getByRole('button'));
    fireEvent.click(await screen.findByRole('button', { name: 'Preview a.png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'a.png' }));
    expect(dialog.getByRole('img').getAttribute('src')).toBe('blob:image');
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/files/download/id%2Fa.png');
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    cleanup();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:image', 0, ['blob:image']);
  });
});

describe('the button of a row with uploads', () => {
  let uploads: { progress: (share: number) => void; fail: () => void; finish: () => void }[];
  const onRemove = vi.fn();

  beforeEach(() => {
    uploads = [];
    onRemove.mockReset();
  });

  const createQueue = () =>
    new UploadQueue({
      maxBytes: 1_000,
      prepare: async (file) => ({ file, thumb: null }),
      onUploaded: () => undefined,
      send: (file, _, progress) =>
        new Promise((resolve, reject) => {
          const fail = () => reject(new UploadError({ reason: 'server', message: null }));
          uploads.push({ progress, fail, finish: () => resolve(saved(file.name)) });
        }),
    });
  const build = (name: string, size: number) => new File(['x'.repeat(size)], name);
  const showQueue = (queue: UploadQueue, files: AttachedFile[] = [], error?: string) =>
    show(<QueuedAttachmentsButton files={files} ownerName="Pager" queue={queue} onRemove={onRemove} error={error} />);
  const button = () => screen.getByRole('button', { name: /^Attachments for Pager/ });

  it('shows the progress of all uploads by bytes, at most 99 percent', async () => {
    const queue = createQueue();
    showQueue(queue);
    expect(button().textContent).toBe('Add');
    await act(async () => queue.add([build('a.txt', 900), build('b.txt', 100)], 5));
    await act(async () => uploads[1]?.progress(1));
    expect(button().textContent).toBe('10%');
    expect(button().getAttribute('aria-label')).toBe('Attachments for Pager: 0, 10%');
    await act(async () => uploads[0]?.progress(1));
    expect(button().textContent).toBe('99%');
    await act(async () => uploads[0]?.fail());
    expect(button().getAttribute('aria-label')).toBe("Attachments for Pager: 0. A file couldn't be uploaded.");
  });

  it('has the number of files, also next to an error of the form', () => {
    showQueue(createQueue(), [saved('a.txt')], 'Too many');
    expect(button().textContent).toBe('1');
    expect(button().getAttribute('aria-label')).toContain("couldn't be uploaded");
  });

  it('opens by itself if a dropped file is not taken, until that is read', async () => {
    const queue = createQueue();
    showQueue(queue);
    await act(async () => queue.add([build('empty.txt', 0)], 5));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText("empty.txt wasn't added because it's empty.");
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queue.getState().rejected).toEqual([]);
  });

  it('opens the files, where they can be removed', async () => {
    showQueue(createQueue(), [saved('a.txt')]);
    fireEvent.click(button());
    fireEvent.click(await screen.findByRole('button', { name: 'Remove a.txt' }));
    expect(onRemove.mock.calls).toEqual([['id/a.txt']]);
  });
});
