// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type FirstPage = typeof import('./firstPaint');
let firstPage: FirstPage;

// The module stores whether the first page was painted: each test needs a new instance.
beforeEach(async () => {
  vi.resetModules();
  firstPage = await import('./firstPaint');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Page({ name }: { name: string }) {
  const { DeferUntilFirstPaint, FirstPaintReporter } = firstPage;
  return (
    <>
      <h1>{name}</h1>
      <DeferUntilFirstPaint fallback={<p>loading</p>}>
        <p>lower part of {name}</p>
      </DeferUntilFirstPaint>
      <FirstPaintReporter />
    </>
  );
}

const queryLowerPart = (name: string) => screen.queryByText(`lower part of ${name}`);

it('renders the lower part of the first page after the first paint', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  render(<Page name="one" />);
  expect(screen.getByText('one')).toBeTruthy();
  expect(screen.getByText('loading')).toBeTruthy();
  expect(queryLowerPart('one')).toBeNull();

  for (const frame of frames) frame(0);
  expect(await screen.findByText('lower part of one')).toBeTruthy();
  expect(screen.queryByText('loading')).toBeNull();
});

it('renders later pages immediately', async () => {
  const { unmount } = render(<Page name="one" />);
  await firstPage.firstPaint;
  unmount();
  render(<Page name="two" />);
  expect(queryLowerPart('two')).toBeTruthy();
});

it('does not wait for the paint of a hidden page', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation(() => 1);
  render(<Page name="one" />);
  expect(await screen.findByText('lower part of one')).toBeTruthy();
  await firstPage.firstPaint;
});

it('treats the next page as the first if the first one unmounts before its paint', async () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(() => 1);
  render(<Page name="one" />).unmount();
  frames.mockRestore();
  render(<Page name="two" />);
  expect(queryLowerPart('two')).toBeNull();
  expect(await screen.findByText('lower part of two')).toBeTruthy();
  await firstPage.firstPaint;
});
