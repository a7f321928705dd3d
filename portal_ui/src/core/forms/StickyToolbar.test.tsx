// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { withRouter } from '../process/testing';
import { StickyToolbar } from './StickyToolbar';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps focused elements above it, until it is gone', () => {
  const observed = new Map<Element, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private element: Element | undefined;
      constructor(private readonly callback: () => void) {}
      observe(element: Element) {
        this.element = element;
        observed.set(element, this.callback);
      }
      unobserve() {}
      disconnect() {
        if (this.element) observed.delete(this.element);
      }
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
  const { unmount } = render(withRouter(<StickyToolbar>Save</StickyToolbar>));
  const bar = screen.getByText('Save').closest('[data-action-bar]') as Element;
  observed.get(bar)?.();
  expect(document.documentElement.style.scrollPaddingBottom).toBe('76px');
  unmount();
  expect(document.documentElement.style.scrollPaddingBottom).toBe('');
  expect(observed.has(bar)).toBe(false);
});

it('has the error above its buttons, and announces the reason why they are disabled', () => {
  render(
    withRouter(
      <StickyToolbar problem={<p>the error</p>} start="the status" reason="Enter a name" reasonId="why">
        <button type="button" aria-describedby="why">
          Save
        </button>
      </StickyToolbar>,
    ),
  );
  const button = screen.getByRole('button');
  expect(screen.getByText('the error').compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByText('the status')).toBeTruthy();
  const reason = document.getElementById('why');
  expect([reason?.textContent, reason?.getAttribute('aria-live')]).toEqual(['Enter a name', 'polite']);
});
