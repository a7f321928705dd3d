// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withRouter } from '../../../core/process/testing';
import { stubMediaQueries } from '../../../core/ui/testing';
import { ScanField } from './ScanField';

const onScan = vi.fn();

function Page() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <div role="dialog">
        <ScanField field={field} onScan={onScan} />
        <button type="button">Damaged</button>
        <input aria-label="Note" />
        <input type="checkbox" aria-label="Box" />
      </div>
      <div role="dialog" aria-label="Other">
        <button type="button">Elsewhere</button>
      </div>
    </>
  );
}

beforeEach(() => {
  onScan.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => render(withRouter(<Page />));
const scan = () => screen.getByLabelText<HTMLInputElement>('Scan or type a serial number');
const isFocused = () => document.activeElement === scan();

it('hands over the code on Enter and empties itself for the next one', () => {
  open();
  fireEvent.change(scan(), { target: { value: 'SN 1' } });
  fireEvent.keyDown(scan(), { key: 'a' });
  fireEvent.keyDown(scan(), { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(scan(), { key: 'Enter', metaKey: true });
  expect(onScan).not.toHaveBeenCalled();
  // The event is cancelled: it must not submit the form of the dialog.
  expect(fireEvent.keyDown(scan(), { key: 'Enter' })).toBe(false);
  expect(onScan.mock.calls).toEqual([['SN 1']]);
  expect(scan().value).toBe('');
});

it('receives characters that are typed on a button or a checkbox, but not shortcuts or spaces', () => {
  open();
  expect(isFocused()).toBe(true);
  const button = screen.getByText('Damaged');
  for (const keys of [
    { key: ' ' },
    { key: 'Tab' },
    { key: 'c', ctrlKey: true },
    { key: 'c', metaKey: true },
    { key: 'c', altKey: true },
  ]) {
    button.focus();
    fireEvent.keyDown(button, keys);
    expect(document.activeElement).toBe(button);
  }
  fireEvent.keyDown(button, { key: '4' });
  expect(isFocused()).toBe(true);
  const box = screen.getByLabelText('Box');
  box.focus();
  fireEvent.keyDown(box, { key: '4' });
  expect(isFocused()).toBe(true);
});

it('leaves the focus in another field, and in another dialog', () => {
  open();
  const note = screen.getByLabelText('Note');
  note.focus();
  fireEvent.keyDown(note, { key: '4' });
  fireEvent.pointerUp(note);
  expect(document.activeElement).toBe(note);
  const elsewhere = screen.getByText('Elsewhere');
  elsewhere.focus();
  fireEvent.pointerUp(elsewhere);
  expect(document.activeElement).toBe(elsewhere);
});

it('is focused again after a click in the dialog', () => {
  open();
  const button = screen.getByText('Damaged');
  button.focus();
  fireEvent.pointerUp(button);
  expect(isFocused()).toBe(true);
});

it('opens the keyboard of a touch screen only when it is tapped, until the next click elsewhere', () => {
  stubMediaQueries((query) => query.includes('coarse') || query.includes('hover: none'));
  open();
  expect(scan().inputMode).toBe('none');
  fireEvent.pointerDown(scan());
  expect(scan().inputMode).toBe('text');
  scan().blur();
  fireEvent.pointerUp(screen.getByText('Damaged'));
  expect(scan().inputMode).toBe('none');
  cleanup();
  vi.unstubAllGlobals();
  open();
  expect(scan().inputMode).toBe('text');
});
