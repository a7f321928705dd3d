// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyWithPreload } from './lazyWithPreload';

afterEach(cleanup);

const code = { default: ({ name }: { name: string }) => <p>page of {name}</p>, more: 7 };

function draw(Page: ReturnType<typeof lazyWithPreload<typeof code>>) {
  return render(
    <Suspense fallback={<p>waiting</p>}>
      <Page name="Ana" />
    </Suspense>,
  );
}

it('is drawn at once, with nothing in its place before, where its code is there', async () => {
  const Page = lazyWithPreload(async () => code);
  expect((await Page.load()).more).toBe(7);
  draw(Page);
  expect(screen.getByText('page of Ana')).toBeTruthy();
});

it('is drawn when its code has come, and stays what it is when its code is loaded once more', async () => {
  const Page = lazyWithPreload(async () => code);
  const { rerender } = draw(Page);
  expect(screen.getByText('waiting')).toBeTruthy();
  const drawn = await screen.findByText('page of Ana');
  await Page.load();
  rerender(
    <Suspense fallback={<p>waiting</p>}>
      <Page name="Eva" />
    </Suspense>,
  );
  expect(drawn.isConnected).toBe(true);
  expect(drawn.textContent).toBe('page of Eva');
});

it('asks again for code that did not come before', async () => {
  const load = vi.fn(async () => code).mockRejectedValueOnce(new Error('the line was down'));
  const Page = lazyWithPreload(load);
  await expect(Page.load()).rejects.toThrow('the line was down');
  draw(Page);
  expect(await screen.findByText('page of Ana')).toBeTruthy();
});
