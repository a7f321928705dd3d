// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDropHandlers, getFiles, usePastedFiles } from './fileDropAndPaste';

const item = (name: string, isDirectory: boolean) => ({
  kind: 'file',
  webkitGetAsEntry: () => ({ isDirectory }),
  getAsFile: () => new File(['x'], name),
});

/** jsdom has no drag events, so the library cannot say where the pointer goes. */
function dragLeave(from: HTMLElement, to: HTMLElement) {
  const event = createEvent.dragLeave(from);
  Object.defineProperty(event, 'relatedTarget', { value: to });
  fireEvent(from, event);
}

afterEach(cleanup);

describe('dropped data', () => {
  it('gives its files without folders and text', () => {
    const data = { items: [item('a.png', false), item('folder', true), { kind: 'string' }], files: [] };
    expect(getFiles(data as unknown as DataTransfer).map(({ name }) => name)).toEqual(['a.png']);
    expect(getFiles(null)).toEqual([]);
  });
});

describe('an element that takes drops', () => {
  it('shows that files are over it, also over its children, and hands them on', () => {
    const onFiles = vi.fn();
    render(
      <div data-testid="zone" {...createDropHandlers(onFiles)}>
        <span>inside</span>
      </div>,
    );
    const zone = screen.getByTestId('zone');
    const over = () => zone.dataset.over !== undefined;
    fireEvent.dragOver(zone, { dataTransfer: { types: ['text/plain'] } });
    expect(over()).toBe(false);
    fireEvent.dragOver(zone, { dataTransfer: { types: ['Files'] } });
    dragLeave(zone, screen.getByText('inside'));
    expect(over()).toBe(true);
    dragLeave(zone, document.body);
    expect(over()).toBe(false);
    fireEvent.drop(zone, { dataTransfer: { items: [item('a.png', false)], files: [] } });
    expect(onFiles.mock.calls[0]?.[0]).toMatchObject([{ name: 'a.png' }]);
  });

  it('in a dialog takes alone what is dropped there, though a row that takes drops opened it', () => {
    const row = vi.fn();
    const dialog = vi.fn();
    render(
      <div data-testid="row" {...createDropHandlers(row)}>
        {createPortal(<div data-testid="dialog" {...createDropHandlers(dialog)} />, document.body)}
      </div>,
    );
    fireEvent.dragOver(screen.getByTestId('dialog'), { dataTransfer: { types: ['Files'] } });
    expect(screen.getByTestId('row').dataset.over).toBeUndefined();
    fireEvent.drop(screen.getByTestId('dialog'), { dataTransfer: { items: [item('a.png', false)], files: [] } });
    expect([row.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
  });
});

describe('pasted files', () => {
  const paste = (items: object[], text = '', onto: Element = document.body) =>
    fireEvent.paste(onto, { clipboardData: { items, files: [], getData: () => text } });

  it('go to the field that came last, while it is there and enabled', () => {
    const page = vi.fn();
    const dialog = vi.fn();
    renderHook(() => usePastedFiles(page, true));
    const opened = renderHook(({ enabled }) => usePastedFiles(dialog, enabled), { initialProps: { enabled: true } });
    expect(paste([item('a.png', false)])).toBe(false);
    expect([page.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
    opened.rerender({ enabled: false });
    paste([item('b.png', false)]);
    expect([page.mock.calls.length, dialog.mock.calls.length]).toEqual([1, 1]);
  });

  it('leave text alone', () => {
    const onFiles = vi.fn();
    renderHook(() => usePastedFiles(onFiles, true));
    expect(paste([{ kind: 'string' }])).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('leave a field the text that a spreadsheet has put beside its picture, but not the names of copied files', () => {
    const onFiles = vi.fn();
    renderHook(() => usePastedFiles(onFiles, true));
    render(<textarea aria-label="Notes" />);
    const field = screen.getByLabelText('Notes');
    expect(paste([item('image.png', false)], 'SN 1\tcracked\r\n', field)).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
    expect(paste([item('a.png', false), item('b.png', false)], '/home/ana/a.png\nb.png', field)).toBe(false);
    expect(paste([item('image.png', false)], 'SN 1\tcracked\r\n')).toBe(false);
    expect(onFiles).toHaveBeenCalledTimes(2);
  });
});
