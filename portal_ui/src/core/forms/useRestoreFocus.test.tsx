// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useRestoreFocus } from './useRestoreFocus';

afterEach(cleanup);

type Props = { version?: number; busy?: boolean; button?: 'there' | 'disabled' | 'gone' };

function Page({ version = 1, busy = false, button = 'there' }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useRestoreFocus(panel, version, busy);
  return (
    <div ref={panel} role="tabpanel" tabIndex={-1}>
      {button !== 'gone' && (
        <button type="button" disabled={button === 'disabled'}>
          Approve
        </button>
      )}
    </div>
  );
}

function pressButton() {
  const { rerender } = render(<Page />);
  screen.getByRole('button').focus();
  return (props: Props) => rerender(<Page {...props} />);
}

it.each(['disabled', 'gone'] as const)(
  'moves the focus to the tab panel when the button is %s after an update',
  (button) => {
    const after = pressButton();
    after({ busy: true, button: 'disabled' });
    after({ version: 2, button });
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  },
);

it('restores the focus to a button that is enabled again', () => {
  const after = pressButton();
  after({ busy: true, button: 'disabled' });
  // Browsers blur a disabled element, jsdom does not.
  (document.activeElement as HTMLElement).blur();
  after({});
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

it('does not move the focus from an element that still has it', () => {
  const after = pressButton();
  after({ version: 2 });
  expect(document.activeElement).toBe(screen.getByRole('button'));
  cleanup();
  const { rerender } = render(<Page />);
  rerender(<Page version={2} />);
  expect(document.activeElement).toBe(document.body);
});
