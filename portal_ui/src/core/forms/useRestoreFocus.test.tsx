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

function pressed() {
  const { rerender } = render(<Page />);
  screen.getByRole('button').focus();
  return (props: Props) => rerender(<Page {...props} />);
}

it.each(['disabled', 'gone'] as const)(
  'gives the focus to the panel where the button is %s after a write',
  (button) => {
    const after = pressed();
    after({ busy: true, button: 'disabled' });
    after({ version: 2, button });
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  },
);

it('gives it back to a button that can be pressed again', () => {
  const after = pressed();
  after({ busy: true, button: 'disabled' });
  // As a browser does with what is disabled.
  (document.activeElement as HTMLElement).blur();
  after({});
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

it('takes the focus from nothing that has it', () => {
  const after = pressed();
  after({ version: 2 });
  expect(document.activeElement).toBe(screen.getByRole('button'));
  cleanup();
  const { rerender } = render(<Page />);
  rerender(<Page version={2} />);
  expect(document.activeElement).toBe(document.body);
});
