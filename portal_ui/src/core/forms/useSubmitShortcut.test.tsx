// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { onSubmitShortcut, useSubmitShortcut } from './useSubmitShortcut';

const submit = vi.fn();

function Page() {
  useSubmitShortcut(submit);
  return (
    <>
      <textarea aria-label="Note" />
      <div role="dialog">
        <textarea aria-label="Comment" />
      </div>
    </>
  );
}

afterEach(() => {
  cleanup();
  submit.mockReset();
});

it.each([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
])('submits the page by %s+Enter, without a line break', (_, key) => {
  render(<Page />);
  // False: the browser does not add the line break.
  expect(fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter', ...key })).toBe(false);
  expect(submit).toHaveBeenCalledTimes(1);
});

it('does not submit the page by Enter alone, by a held key, in a dialog, or after the page was left', () => {
  const { unmount } = render(<Page />);
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter' });
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter', ctrlKey: true, repeat: true });
  fireEvent.keyDown(screen.getByLabelText('Comment'), { key: 'Enter', ctrlKey: true });
  unmount();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(submit).not.toHaveBeenCalled();
});

it('submits a dialog once while the keys are held', () => {
  render(<textarea aria-label="Comment" onKeyDown={onSubmitShortcut(submit)} />);
  const field = screen.getByLabelText('Comment');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, repeat: true });
  expect(submit.mock.calls).toEqual([[field]]);
});
