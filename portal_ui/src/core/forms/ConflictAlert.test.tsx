// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withRouter } from '../process/testing';
import { ConflictAlert, ConflictDialog, DifferenceList } from './ConflictAlert';
import type { Difference } from './dirtyValues';
import { UnsavedForms, UnsavedProvider } from './unsavedForms';

const build = (path: string, serverValue: string, localValue: string | null = null): Difference => ({
  path,
  label: path,
  serverValue,
  localValue,
});
const open = (page: ReactNode) => render(withRouter(page));
const readItems = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });

afterEach(cleanup);

describe('the list of differences', () => {
  it('has the value of the other user and the typed one, also if either is empty', () => {
    const differences = [
      build('City', 'Riga'),
      build('Phone', '1', '2'),
      build('Street', '', 'Port 4'),
      build('Note', 'x', ''),
      build('Building', ''),
    ];
    open(<DifferenceList differences={differences} />);
    expect(readItems()).toEqual([
      'City: now “Riga”',
      'Phone: now “1”, your version “2”',
      'Street: now “empty”, your version “Port 4”',
      'Note: now “x”, your version “empty”',
      'Building changed.',
    ]);
  });

  it.each([
    [6, undefined],
    [7, 'and 1 more field'],
    [9, 'and 3 more fields'],
  ])('has six of %d fields, and the number of the others', (count, more) => {
    open(<DifferenceList differences={Array.from({ length: count }, (_, at) => build(`Field ${at}`, 'x'))} />);
    const items = readItems();
    expect(items[5]).toBe('Field 5: now “x”');
    expect(items[6]).toBe(more);
  });

  it('is absent without differences', () => {
    open(<DifferenceList differences={[]} />);
    expect(screen.queryByRole('list')).toBeNull();
  });
});

it('gets the focus, and loads the newer record with or without the typed values', () => {
  const onResolve = vi.fn();
  open(<ConflictAlert differences={[build('City', 'Riga')]} onResolve={onResolve} />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  fireEvent.click(button('Load latest version and keep my text'));
  expect(onResolve).toHaveBeenLastCalledWith(true);
  fireEvent.click(button('Load latest version and discard my text'));
  expect(onResolve).toHaveBeenLastCalledWith(false);
});

describe('the dialog of a version conflict', { timeout: 30_000 }, () => {
  it.each([
    [true, false, 'Reload and keep my text', /your text stays in the fields/],
    [true, true, 'Reload and keep my text', /^Reload to see these values/],
    [false, false, 'Reload', /^Your changes weren't applied/],
    [false, true, 'Reload', /then decide again/],
  ])('says what a reload keeps; typed: %s, of rows: %s', (dirty, byRow, label, text) => {
    const forms = new UnsavedForms();
    forms.register(Symbol('form'), { dirty, discard: () => {} });
    const [onReload, onClose] = [vi.fn(), vi.fn()];
    open(
      <UnsavedProvider value={forms}>
        <ConflictDialog message="Eva changed it" differences={[]} {...{ byRow, onReload, onClose }} />
      </UnsavedProvider>,
    );
    expect(screen.getByText('Eva changed it')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(button('Not now'));
    expect([onReload.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
    fireEvent.click(button(label));
    expect([onReload.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });
});
