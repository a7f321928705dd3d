// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '../../api/errors';
import { uploadFormData } from '../../api/uploadFormData';
import { useAnyDirty } from '../../core/forms/unsavedForms';
import { SourceForm } from './SourceForm';
import { buildRun, renderAt, serve } from './testing';

vi.mock('../../api/uploadFormData', () => ({ uploadFormData: vi.fn() }));
const uploadMock = vi.mocked(uploadFormData);
beforeEach(() => void uploadMock.mockReset());

it('moves the focus to the file button when the chosen file is removed', async () => {
  await renderAt(<SourceForm target="parts" maxBytes={1_000} acceptsPictures onStarted={() => {}} />);
  const pictures = new File(['…'], 'Pictures.zip');
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [pictures] },
  });
  const remove = screen.getByRole('button', { name: 'Remove Pictures.zip' });
  remove.focus();
  fireEvent.click(remove);
  expect(screen.queryByText('Pictures.zip')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' }));
});

/** Choose a file whose upload never ends by itself. Return the signal of its request. */
async function upload(onStarted: () => void) {
  vi.mocked(uploadFormData).mockImplementation(
    (_path, _files, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  await renderAt(<SourceForm target="parts" maxBytes={1_000} onStarted={onStarted} />);
  const file = new File(['number'], 'Parts.csv');
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), { target: { files: [file] } });
  await screen.findByText('Uploading Parts.csv…');
  const [path, files, options] = vi.mocked(uploadFormData).mock.lastCall ?? [];
  expect([path, files, options?.query]).toEqual(['/api/v1/imports', { file }, { target: 'parts' }]);
  return options?.signal as AbortSignal;
}

it('stops the upload on request and keeps the chosen file, without an error', async () => {
  const onStarted = vi.fn();
  const signal = await upload(onStarted);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Remove Parts.csv' })).toBeTruthy();
  expect(signal.aborted).toBe(true);
  expect(screen.queryByText(/still here/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(false);
  expect(onStarted).not.toHaveBeenCalled();
});

it('stops the upload when the page is left', async () => {
  const signal = await upload(() => {});
  expect(signal.aborted).toBe(false);
  cleanup();
  expect(signal.aborted).toBe(true);
});

const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), { target: { files } });
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
const cells = () => screen.getByLabelText<HTMLTextAreaElement>('Or paste from a spreadsheet');
const paste = (value: string) => fireEvent.change(cells(), { target: { value } });
const sheet = new File(['number'], 'Parts.csv');
const archive = new File(['…'], 'Pictures.zip');

it('shows the uploaded share and opens the import once it is started', async () => {
  const onStarted = vi.fn();
  let end = (_: unknown) => {};
  uploadMock.mockReturnValue(
    new Promise((resolve) => {
      end = resolve;
    }),
  );
  await renderAt(<SourceForm target="parts" maxBytes={1_000} onStarted={onStarted} />);
  choose(sheet);
  const bar = await screen.findByRole('progressbar', { name: 'Uploading Parts.csv…' });
  act(() => uploadMock.mock.lastCall?.[2].onProgress?.(0.4));
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  const run = buildRun({ id: 9 });
  await act(async () => end(run));
  expect(onStarted).toHaveBeenCalledExactlyOnceWith(run);
});

it('waits for the spreadsheet of an archive of images, and sends both', async () => {
  uploadMock.mockResolvedValue(buildRun());
  await renderAt(<SourceForm target="parts" maxBytes={1_000} acceptsPictures onStarted={() => {}} />);
  choose(archive);
  expect(await screen.findByText('Add the spreadsheet that goes with Pictures.zip.')).toBeTruthy();
  expect([next().disabled, uploadMock.mock.calls.length]).toEqual([true, 0]);
  choose(sheet);
  await waitFor(() => expect(uploadMock.mock.lastCall?.[1]).toEqual({ file: sheet, pictures: archive }));
});

it('sends a removed archive of images no more', async () => {
  uploadMock.mockResolvedValue(buildRun());
  await renderAt(<SourceForm target="parts" maxBytes={1_000} acceptsPictures onStarted={() => {}} />);
  choose(archive);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Pictures.zip' }));
  choose(sheet);
  await waitFor(() => expect(uploadMock.mock.lastCall?.[1]).toEqual({ file: sheet }));
});

it('rejects a file before its upload, with the reason, until another one is chosen', async () => {
  uploadMock.mockResolvedValue(buildRun());
  await renderAt(<SourceForm target="parts" maxBytes={1_000} onStarted={() => {}} />);
  choose(new File(['x'.repeat(1_001)], 'Large.csv'));
  expect((await screen.findByText(/^Large\.csv is too large/)).textContent).toMatch(/The limit is 1 kB/i);
  choose(archive);
  expect(screen.getByText(/^We can't read Pictures\.zip/)).toBeTruthy();
  expect(uploadMock).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  choose(sheet);
  await waitFor(() => expect(uploadMock).toHaveBeenCalledOnce());
  expect(screen.queryByText(/^We can't read/)).toBeNull();
});

it('keeps a file that could not be uploaded, and sends it again on request', async () => {
  const onStarted = vi.fn();
  uploadMock.mockRejectedValueOnce(new NetworkError()).mockResolvedValue(buildRun());
  await renderAt(<SourceForm target="parts" maxBytes={1_000} onStarted={onStarted} />);
  choose(sheet);
  expect(await screen.findByText('Your file or cells are still here.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Parts.csv' })).toBeTruthy();
  // The file is imported, not the cells.
  expect(cells().disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect(uploadMock.mock.calls.map(([, files]) => files)).toEqual([{ file: sheet }, { file: sheet }]);
});

it('replaces a file that the server rejected, and offers no retry of it', async () => {
  const { ApiError } = await import('../../api/errors');
  uploadMock.mockRejectedValueOnce(new ApiError(400, { code: 'BAD', message: 'No rows' }));
  await renderAt(<SourceForm target="parts" maxBytes={1_000} onStarted={() => {}} />);
  choose(sheet);
  expect(await screen.findByText('No rows')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Parts.csv' }));
  expect([cells().disabled, next().disabled]).toEqual([false, true]);
  uploadMock.mockReturnValue(new Promise(() => {}));
  const other = new File(['number'], 'Other.csv');
  choose(other);
  expect(await screen.findByText('Uploading Other.csv…')).toBeTruthy();
  expect(uploadMock.mock.lastCall?.[1]).toEqual({ file: other });
});

function Dirty() {
  return <output>{useAnyDirty() ? 'unsaved' : 'saved'}</output>;
}

it('asks before pasted cells are lost, until they are sent', async () => {
  serve({ 'POST /api/v1/imports/text': () => new Promise(() => {}) });
  await renderAt(
    <>
      <SourceForm target="parts" maxBytes={1_000} onStarted={() => {}} />
      <Dirty />
    </>,
  );
  const isUnsaved = () => screen.queryByText('unsaved') !== null;
  paste('  \n');
  expect([isUnsaved(), next().disabled]).toEqual([false, true]);
  paste('Number');
  expect(isUnsaved()).toBe(true);
  fireEvent.click(next());
  expect(await screen.findByRole('progressbar', { name: 'Uploading the cells…' })).toBeTruthy();
  // The share of a short text is unknown.
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull();
  expect(isUnsaved()).toBe(false);
});

it('imports a file that is pasted anywhere on the page', async () => {
  uploadMock.mockReturnValue(new Promise(() => {}));
  await renderAt(<SourceForm target="parts" maxBytes={1_000} onStarted={() => {}} />);
  const pasteFile = (file: File) => {
    const event = Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files: [file], types: [] } });
    act(() => void document.dispatchEvent(event));
  };
  pasteFile(sheet);
  expect(await screen.findByText('Uploading Parts.csv…')).toBeTruthy();
  pasteFile(new File(['number'], 'Other.csv'));
  expect(uploadMock).toHaveBeenCalledOnce();
});

it('begins with the paste field if pasting is the usual way', async () => {
  await renderAt(
    <SourceForm target="units" maxBytes={1_000} pasteFirst pasteHelp="Paste serial numbers." onStarted={() => {}} />,
  );
  const field = screen.getByLabelText('Pasted cells');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Paste serial numbers.')).toBeTruthy();
  expect(screen.getByText('Or upload a file')).toBeTruthy();
});
