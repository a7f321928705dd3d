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

/** Fire dragleave with a `relatedTarget`, which jsdom lacks without DragEvent. */
function dragLeave(from: HTMLElement, to: HTMLElement) {
  const event = createEvent.dragLeave(from);
  Object.defineProperty(event, 'relatedTarget', { value: to });
  fireEvent(from, event);
}

afterEach(cleanup);

describe('dropped data', () => {
  it('contains files, without folders and text', () => {
    const data = { items: [item('a.png', false), item('folder', true), { kind: 'string' }], files: [] };
    expect(getFiles(data as unknown as DataTransfer).map(({ name }) => name)).toEqual(['a.png']);
    expect(getFiles(null)).toEqual([]);
  });
});

describe('a drop target', () => {
  it('is marked while files are over it or its children, and passes on dropped files', () => {
    const onFiles = vi.fn();
    render(
      <div data-testid="zone" {...createDropHandlers(onFiles)}>
        <span>inside</span>
      </div>,
    );
    const zone = screen.getByTestId('zone');
    const isOver = () => zone.dataset.dragOver !== undefined;
    fireEvent.dragOver(zone, { dataTransfer: { types: ['text/plain'] } });
    expect(isOver()).toBe(false);
    fireEvent.dragOver(zone, { dataTransfer: { types: ['Files'] } });
    dragLeave(zone, screen.getByText('inside'));
    expect(isOver()).toBe(true);
    dragLeave(zone, document.body);
    expect(isOver()).toBe(false);
    fireEvent.drop(zone, { dataTransfer: { items: [item('a.png', false)], files: [] } });
    expect(onFiles.mock.calls[0]?.[0]).toMatchObject([{ name: 'a.png' }]);
  });

  it('in a dialog does not pass drops on to the row that opened the dialog', () => {
    const row = vi.fn();
    const dialog = vi.fn();
    render(
      <div data-testid="row" {...createDropHandlers(row)}>
        {createPortal(<div data-testid="dialog" {...createDropHandlers(dialog)} />, document.body)}
      </div>,
    );
    fireEvent.dragOver(screen.getByTestId('dialog'), { dataTransfer: { types: ['Files'] } });
    expect(screen.getByTestId('row').dataset.dragOver).toBeUndefined();
    fireEvent.drop(screen.getByTestId('dialog'), { dataTransfer: { items: [item('a.png', false)], files: [] } });
    expect([row.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
  });
});

describe('pasted files', () => {
  const paste = (items: object[], text = '', onto: Element = document.body) =>
    fireEvent.paste(onto, { clipboardData: { items, files: [], getData: () => text } });

  it('go to the last mounted field that is enabled', () => {
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

  it('do not include text', () => {
    const onFiles = vi.fn();
    renderHook(() => usePastedFiles(onFiles, true));
    expect(paste([{ kind: 'string' }])).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('in a text field are ignored if the paste has text, but not if it only has file names', () => {
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
