// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { createTestRouter } from '../process/testing';
import { FormDialog } from './FormDialog';
import { UnsavedBoundary } from './UnsavedBoundary';

const onSubmit = vi.fn();
const onClose = vi.fn();

function Dialog({ busy = false }: { busy?: boolean }) {
  const [text, setText] = useState('');
  return (
    <FormDialog title="Comment" submitLabel="Send" dirty={text !== ''} {...{ busy, onSubmit, onClose }}>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
    </FormDialog>
  );
}

function open(busy = false) {
  const router = createTestRouter(
    <UnsavedBoundary>
      <Dialog busy={busy} />
    </UnsavedBoundary>,
  );
  render(<RouterProvider router={router} />);
  return router;
}
const field = () => screen.getByLabelText('Text');
const type = () => fireEvent.change(field(), { target: { value: 'typed' } });

afterEach(() => {
  cleanup();
  onSubmit.mockReset();
  onClose.mockReset();
});

describe('FormDialog', { timeout: 30_000 }, () => {
  it.each([
    ['Escape', () => fireEvent.keyDown(field(), { key: 'Escape' })],
    ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('asks for confirmation before %s discards typed text', async (_, leave) => {
    open();
    type();
    leave();
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay on this page' })).toBeNull());
    expect((field() as HTMLTextAreaElement).value).toBe('typed');
    leave();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks for confirmation before navigation discards typed text', async () => {
    startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
    const router = open();
    type();
    await act(() => router.navigate('/en/other'));
    expect(router.state.location.pathname).toBe('/en/page');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/other'));
  });

  it('closes immediately if nothing is typed', () => {
    open();
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('submits by its button, and by Ctrl+Enter or Cmd+Enter in a multiline field', () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(field(), { key: 'Enter', metaKey: true });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(onSubmit).toHaveBeenCalledTimes(3);
  });

  it('neither closes nor submits again while a request is in progress', () => {
    open(true);
    fireEvent.keyDown(field(), { key: 'Escape' });
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    expect(onClose).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
