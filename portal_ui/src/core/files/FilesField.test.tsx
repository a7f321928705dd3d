// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UploadedFile } from '../../api/types';
import { createTestRouter } from '../process/testing';
import { FilesField } from './FilesField';
import { UploadError, type UploadFailure } from './uploadQueue';

const uploads = vi.hoisted(() => ({ file: vi.fn(), picture: vi.fn() }));
vi.mock('./uploadFile', () => ({ uploadFile: uploads.file, uploadPicture: uploads.picture }));

interface Sent {
  signal: AbortSignal;
  progress: (share: number) => void;
  finish: () => void;
  fail: (failure: UploadFailure) => void;
}
let sent: Map<string, Sent>;
let files: UploadedFile[];
const onUploads = vi.fn();

beforeEach(() => {
  sent = new Map();
  onUploads.mockReset();
  for (const upload of [uploads.file, uploads.picture]) {
    upload.mockReset().mockImplementation(
      ({ name, type, size }: File, signal: AbortSignal, progress: Sent['progress']) =>
        new Promise((resolve, reject) => {
          const finish = () => resolve({ id: `id-${name}`, name, type, size });
          sent.set(name, { signal, progress, finish, fail: (failure) => reject(new UploadError(failure)) });
        }),
    );
  }
});
afterEach(cleanup);

function show(props: Partial<ComponentProps<typeof FilesField>> = {}) {
  function Field() {
    const [value, setValue] = useState(props.value ?? []);
    files = [...value];
    return <FilesField label="Attachments" {...props} value={value} onChange={setValue} onUploads={onUploads} />;
  }
  return render(<RouterProvider router={createTestRouter(<Field />)} />);
}

const build = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/plain' });
const saved = (name: string): UploadedFile => ({ id: `id-${name}`, name, type: 'text/plain', size: 10 });
const input = () => document.querySelector<HTMLInputElement>('input[type=file]');
const choose = (...chosen: File[]) => fireEvent.change(input() as HTMLElement, { target: { files: chosen } });
/** Choose files, and wait until they are being sent. */
async function send(...names: string[]) {
  choose(...names.map((name) => build(name)));
  await waitFor(() => expect([...sent.keys()]).toEqual(expect.arrayContaining(names)));
}
const settle = (change: () => void) => act(async () => change());
const names = () => files.map(({ name }) => name);

it('uploads chosen files, and keeps both of two that finish at once', async () => {
  show({ value: [saved('old.txt')] });
  await send('a.txt', 'b.txt');
  expect(onUploads).toHaveBeenLastCalledWith({ sending: 2, failed: 0 });
  await settle(() => {
    sent.get('a.txt')?.finish();
    sent.get('b.txt')?.finish();
  });
  expect(names()).toEqual(['old.txt', 'a.txt', 'b.txt']);
  expect(onUploads).toHaveBeenLastCalledWith({ sending: 0, failed: 0 });
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

it('cancels unfinished uploads when it is left, and no longer keeps its form from being saved', async () => {
  const { unmount } = show();
  await send('a.txt');
  expect(onUploads).toHaveBeenLastCalledWith({ sending: 1, failed: 0 });
  unmount();
  expect(sent.get('a.txt')?.signal.aborted).toBe(true);
  expect(onUploads).toHaveBeenLastCalledWith({ sending: 0, failed: 0 });
});

it('shows the progress of an upload, at most 99 percent before the response', async () => {
  show();
  await send('a.txt');
  const bar = screen.getByRole('progressbar', { name: 'Uploading a.txt' });
  for (const [share, percent] of [
    [0.426, '42'],
    [1, '99'],
  ] as const) {
    await settle(() => sent.get('a.txt')?.progress(share));
    expect(bar.getAttribute('aria-valuenow')).toBe(percent);
    screen.getByText(new RegExp(`· ${percent}%$`));
  }
});

it('cancels an upload', async () => {
  show();
  await send('a.txt');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload: a.txt' }));
  expect(sent.get('a.txt')?.signal.aborted).toBe(true);
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(names()).toEqual([]);
});

it.each<[string, UploadFailure, RegExp, boolean]>([
  ['a lost connection', { reason: 'connection' }, /^Connection lost/, true],
  ['a busy server', { reason: 'busy', message: null }, /^The server is busy/, true],
  ['a size over the limit', { reason: 'size', message: null }, /must be under 50/, true],
  ['the reason of the server', { reason: 'server', message: 'Disk full' }, /^Disk full$/, true],
  ['an unsupported type, which fails again', { reason: 'kind', message: null }, /isn't supported/, false],
])('shows %s as the cause of a failed upload', async (_, failure, text, canRetry) => {
  show();
  await send('a.txt');
  await settle(() => sent.get('a.txt')?.fail(failure));
  screen.getByText(text);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(onUploads).toHaveBeenLastCalledWith({ sending: 0, failed: 1 });
  expect(screen.queryByRole('button', { name: 'Try again: a.txt' }) !== null).toBe(canRetry);
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  expect(onUploads).toHaveBeenLastCalledWith({ sending: 0, failed: 0 });
});

it('sends a failed file again', async () => {
  show();
  await send('a.txt');
  await settle(() => sent.get('a.txt')?.fail({ reason: 'server', message: null }));
  sent.clear();
  fireEvent.click(screen.getByRole('button', { name: 'Try again: a.txt' }));
  await waitFor(() => expect(sent.has('a.txt')).toBe(true));
  await settle(() => sent.get('a.txt')?.finish());
  expect(names()).toEqual(['a.txt']);
});

it('names the files that it does not take by reason, until that is read', async () => {
  show({ maxCount: 3, value: [saved('old.txt')] });
  choose(build('a.txt'), build('empty.txt', 0), build('b.txt'), build('c.txt'), build('d.txt'));
  await screen.findByText("empty.txt wasn't added because it's empty.");
  screen.getByText('Not added: c.txt, d.txt. File limit: 3.');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/added/)).toBeNull();
});

it('takes only images for a picture, of any size that can be reduced', async () => {
  show({ pictures: true, maxCount: 2 });
  expect(input()?.accept).toBe('.png,.jpg,.jpeg,.webp,.ico');
  choose(build('a.png'), build('b.pdf'));
  await screen.findByText(/^b.pdf wasn't added. Only images/);
  await waitFor(() => expect(uploads.picture).toHaveBeenCalledTimes(1));
  expect(uploads.file).not.toHaveBeenCalled();
  screen.getByText(/^Up to 2 images .*each under 1/);
});

it('is full with the allowed number of files, unfinished uploads included', async () => {
  show({ maxCount: 2, value: [saved('old.txt')] });
  expect(input()?.multiple).toBe(true);
  await send('a.txt');
  expect(input()).toBeNull();
  screen.getByText('2 of 2 files. Remove one to add another.');
  fireEvent.click(screen.getByRole('button', { name: 'Remove old.txt' }));
  expect(input()).not.toBeNull();
  await settle(() => sent.get('a.txt')?.finish());
  expect(names()).toEqual(['a.txt']);
});

it('takes one file at a time if only one is allowed, and the same file again', async () => {
  const value = vi.spyOn(HTMLInputElement.prototype, 'value', 'set');
  show({ maxCount: 1 });
  expect(input()?.multiple).toBe(false);
  choose(build('a.txt'));
  expect(value).toHaveBeenCalledWith('');
  value.mockRestore();
});

it('takes pasted and dropped files', async () => {
  show();
  const data = (name: string) => ({ items: [], files: [build(name)], types: ['Files'], getData: () => '' });
  fireEvent.paste(document.body, { clipboardData: data('a.txt') });
  fireEvent.drop(screen.getByRole('button', { name: 'Choose files' }), { dataTransfer: data('b.txt') });
  await waitFor(() => expect([...sent.keys()]).toEqual(['a.txt', 'b.txt']));
});

it('neither takes nor removes files while disabled', () => {
  show({ disabled: true, value: [saved('old.txt')] });
  expect(input()).toBeNull();
  expect(screen.queryByText(/Remove/)).toBeNull();
  screen.getByRole('button', { name: 'Download old.txt' });
  expect(screen.queryByRole('button', { name: 'Remove old.txt' })).toBeNull();
  fireEvent.paste(document.body, { clipboardData: { items: [], files: [build('a.txt')], getData: () => '' } });
  expect(uploads.file).not.toHaveBeenCalled();
});

it('shows the error of its form, and whether it is required', () => {
  show({ error: 'Attach a file' });
  within(screen.getAllByRole('alert')[0] as HTMLElement).getByText('Attach a file');
  expect(screen.getByText('Attachments', { exact: false }).textContent).toBe('Attachments optional');
  const button = screen.getByRole('button', { name: 'Choose files' });
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Attachments/);
  cleanup();
  show({ isRequired: true });
  expect(screen.getByText('Attachments').textContent).toBe('Attachments');
});
