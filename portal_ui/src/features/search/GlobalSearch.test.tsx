// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '../imports/testing';
import { GlobalSearch } from './GlobalSearch';

vi.mock('./SearchDialog', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <div role="dialog" aria-label="Search">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ),
}));

const isOpen = () => screen.queryByRole('dialog', { name: 'Search' }) !== null;

it.each([
  { ctrlKey: true, key: 'k' },
  { metaKey: true, key: 'K' },
])('opens with Ctrl+K or Command+K, and closes', async (keys) => {
  await renderAt(<GlobalSearch />);
  // The browser would put the focus in its address bar.
  expect(fireEvent.keyDown(document.body, keys)).toBe(false);
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(isOpen()).toBe(false);
});

it.each([
  { key: 'k' },
  { ctrlKey: true, shiftKey: true, key: 'k' },
  { ctrlKey: true, altKey: true, key: 'k' },
  { ctrlKey: true, key: 'l' },
])('leaves other keys to the browser: %j', async (keys) => {
  await renderAt(<GlobalSearch />);
  expect(fireEvent.keyDown(document.body, keys)).toBe(true);
  expect(isOpen()).toBe(false);
});

it('does not open above another dialog', async () => {
  await renderAt(
    <>
      <GlobalSearch />
      <div role="dialog" aria-label="Other" />
    </>,
  );
  expect(fireEvent.keyDown(document.body, { ctrlKey: true, key: 'k' })).toBe(true);
  expect(isOpen()).toBe(false);
});
