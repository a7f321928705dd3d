// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RenderWhenVisible } from './RenderWhenVisible';

type IntersectionCallback = (entries: { isIntersecting: boolean }[]) => void;
let notifyIntersection: IntersectionCallback = () => {};
let idle: () => void = () => {};

beforeEach(() => {
  class Observer {
    constructor(callback: IntersectionCallback) {
      notifyIntersection = callback;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    idle = callback;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {});
  render(<RenderWhenVisible fallback="a place">the table</RenderWhenVisible>);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('renders the fallback until the content is near the viewport', () => {
  screen.getByText('a place');
  act(() => notifyIntersection([{ isIntersecting: false }]));
  expect(screen.queryByText('the table')).toBeNull();
  act(() => notifyIntersection([{ isIntersecting: true }]));
  screen.getByText('the table');
});

it('renders before printing', () => {
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  screen.getByText('the table');
});

it('renders while the browser is idle, so that it is ready to print', () => {
  act(() => idle());
  screen.getByText('the table');
});
