// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { createTestRouter } from '../process/testing';
import { FormDialog } from './FormDialog';
import { UnsavedBoundary } from './UnsavedBoundary';
import { useUnsavedForm } from './unsavedForms';

const onSubmit = vi.fn();
const onClose = vi.fn();
const discardPage = vi.fn();

type Props = Partial<ComponentProps<typeof FormDialog>>;

function Dialog(props: Props) {
  const [text, setText] = useState('');
  return (
    <FormDialog title="Comment" submitLabel="Send" dirty={text !== ''} {...{ onSubmit, onClose, ...props }}>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
    </FormDialog>
  );
}

/** Form of the page around the dialog. */
function PageForm({ dirty }: { dirty: boolean }) {
  useUnsavedForm({ dirty, discard: discardPage });
  return null;
}

function open(props: Props = {}, isPageDirty = false) {
  const router = createTestRouter(
    <UnsavedBoundary>
      <PageForm dirty={isPageDirty} />
      <Dialog {...props} />
    </UnsavedBoundary>,
  );
  render(<RouterProvider router={router} />);
  return router;
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = () => screen.getByLabelText('Text');
const type = () => fireEvent.change(field(), { target: { value: 'typed' } });

afterEach(() => {
  cleanup();
  onSubmit.mockReset();
  onClose.mockReset();
  discardPage.mockReset();
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
    open({ busy: true });
    fireEvent.keyDown(field(), { key: 'Escape' });
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    expect(onClose).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(button('Cancel').disabled).toBe(true);
    expect(button(/^Send/).disabled).toBe(true);
  });

  it('is not submitted while required values are missing', () => {
    open({ disabled: true });
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    fireEvent.submit(field());
    expect(onSubmit).not.toHaveBeenCalled();
    expect(button('Send').disabled).toBe(true);
    expect(button('Cancel').disabled).toBe(false);
  });

  it('shows the error of the last submit, its subject and further content', () => {
    const problem = { kind: 'refused', message: 'No.', details: [] } as const;
    open({ problem, subtitle: 'R-7', start: <p>the start</p>, status: <p>the status</p> });
    expect(screen.getByRole('dialog', { name: 'Comment' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('No.');
    for (const text of ['R-7', 'the start', 'the status']) expect(screen.getByText(text)).toBeTruthy();
  });

  it('has a close icon instead of Cancel if closing discards nothing', () => {
    open({ hasCloseIcon: true });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    fireEvent.click(button('Close'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes without a question about unsaved changes of the page behind it, which stay', () => {
    open({}, true);
    fireEvent.click(button('Cancel'));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(discardPage).not.toHaveBeenCalled();
  });

  it('keeps unsaved changes of the page behind it when its own are discarded', async () => {
    open({}, true);
    type();
    fireEvent.click(button('Cancel'));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(discardPage).not.toHaveBeenCalled();
  });

  it('does not submit the form of the page that opened it', () => {
    const submitPage = vi.fn((event: FormEvent) => event.preventDefault());
    const page = (
      <form onSubmit={submitPage}>
        <Dialog />
      </form>
    );
    render(<RouterProvider router={createTestRouter(page)} />);
    fireEvent.click(button('Send'));
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(submitPage).not.toHaveBeenCalled();
  });
});
