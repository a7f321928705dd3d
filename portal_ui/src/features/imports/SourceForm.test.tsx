// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { uploadFormData } from '../../api/uploadFormData';
import { SourceForm } from './SourceForm';
import { renderAt } from './testing';

vi.mock('../../api/uploadFormData', () => ({ uploadFormData: vi.fn() }));

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
