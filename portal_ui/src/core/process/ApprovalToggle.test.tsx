// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ApprovalToggle } from './ApprovalToggle';
import type { Approval } from './decisionQueue';
import { createTestRouter } from './testing';

afterEach(cleanup);
const onDecide = vi.fn();

function show(first: Approval, isLarge = false) {
  onDecide.mockReset();
  function Row() {
    const [value, setValue] = useState(first);
    return (
      <>
        <ApprovalToggle
          id={5}
          name="Pager"
          value={value}
          isLarge={isLarge}
          onDecide={([decision]) => {
            onDecide(decision);
            if (decision) setValue(decision.status);
          }}
        />
        <button type="button" onClick={() => setValue('APPROVED')}>
          Decide elsewhere
        </button>
      </>
    );
  }
  render(<RouterProvider router={createTestRouter(<Row />)} />);
}

const press = (name: RegExp) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

it('keeps the focus in the row: on Undo after a decision, and on the decision after Undo', () => {
  show('WAITING_APPROVAL');
  expect(screen.getByRole('group', { name: 'Approval of Pager' })).toBeTruthy();
  press(/^Reject/);
  expect(onDecide).toHaveBeenLastCalledWith({ id: 5, status: 'REJECTED' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo the decision on Pager' }));
  press(/^Undo/);
  expect(onDecide).toHaveBeenLastCalledWith({ id: 5, status: 'WAITING_APPROVAL' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Approve/ }));
});

it('does not take the focus for a decision that was made elsewhere', () => {
  show('WAITING_APPROVAL');
  screen.getByText('Decide elsewhere').focus();
  fireEvent.click(screen.getByText('Decide elsewhere'));
  expect(screen.getByRole('button', { name: 'Undo the decision on Pager' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByText('Decide elsewhere'));
});

it.each(['Enter', ' '])('ignores the repetition of a held key "%s", which would decide the next row', (key) => {
  show('WAITING_APPROVAL');
  const approve = screen.getByRole('button', { name: /^Approve/ });
  expect(fireEvent.keyDown(approve, { key, repeat: true })).toBe(false);
  expect(fireEvent.keyDown(approve, { key: 'Tab', repeat: true })).toBe(true);
});

it('names the keyboard shortcuts in a panel, and the unit only outside of it', () => {
  show('WAITING_APPROVAL', true);
  expect(screen.getByRole('group', { name: 'Decision' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Approve/ }).textContent).toBe('ApproveA');
  expect(screen.getByRole('button', { name: /^Reject/ }).textContent).toBe('RejectR');
  press(/^Approve/);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

it.each(['Enter', ' '])('leaves the first press of the key "%s" to the button', (key) => {
  show('WAITING_APPROVAL');
  expect(fireEvent.keyDown(screen.getByRole('button', { name: /^Approve/ }), { key })).toBe(true);
});

it('does not take back a focus that has moved on since the decision', () => {
  show('WAITING_APPROVAL');
  const elsewhere = screen.getByText('Decide elsewhere');
  elsewhere.focus();
  fireEvent.click(screen.getByRole('button', { name: /^Reject/ }));
  expect(document.activeElement).toBe(elsewhere);
});

it('does not take the focus for a later change of a row that was decided once', () => {
  show('WAITING_APPROVAL');
  press(/^Reject/);
  press(/^Undo/);
  (document.activeElement as HTMLElement).blur();
  fireEvent.click(screen.getByText('Decide elsewhere'));
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});
