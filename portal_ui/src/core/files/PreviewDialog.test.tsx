// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestRouter } from '../process/testing';
import PreviewDialog from './PreviewDialog';

afterEach(cleanup);
const onClose = vi.fn();

function show(first: number, names = ['a.png', 'b.png', 'c.png']) {
  onClose.mockReset();
  const images = names.map((name) => ({ src: `/${name}`, name }));
  render(
    <RouterProvider router={createTestRouter(<PreviewDialog images={images} first={first} onClose={onClose} />)} />,
  );
}
const shown = () => screen.getByRole('heading').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const key = (name: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key: name });

it('goes to the next and previous image by button and arrow key, around both ends', () => {
  show(1);
  expect(shown()).toBe('b.png');
  screen.getByText('2 of 3');
  screen.getByRole('dialog', { name: 'b.png' });
  press('Next');
  expect(shown()).toBe('c.png');
  key('ArrowRight');
  expect(shown()).toBe('a.png');
  press('Previous');
  expect(shown()).toBe('c.png');
  key('ArrowLeft');
  expect(shown()).toBe('b.png');
  expect(screen.getByRole('img', { name: 'b.png' }).getAttribute('src')).toBe('/b.png');
});

it('has no arrows for a single image, and closes', () => {
  show(0, ['a.png']);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  press('Close');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('says that an image could not be loaded, and shows the next one', () => {
  show(0);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  press('Next');
  expect(screen.getByRole('img', { name: 'b.png' })).toBeTruthy();
});
