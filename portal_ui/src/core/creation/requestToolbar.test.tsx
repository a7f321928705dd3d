// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRouter } from '../process/testing';
import { stubMediaQueries } from '../ui/testing';
import { AlreadyCreatedDialog, SubmitDialog } from './RequestDialogs';
import { RequestToolbar } from './RequestToolbar';
import { SetupHints } from './SetupHints';
import type { Submission } from './useSubmission';

const setup = { service: false, categories: [{ key: 'RPM', name: 'Monitor' }] as object[] | undefined };
vi.mock('../../api/ownProfile', () => ({ useIsServiceMissing: () => setup.service }));
vi.mock('../../api/parts', async (original) => ({
  ...(await original<object>()),
  useCategories: () => ({ data: setup.categories }),
}));

const callbacks = { openConfirm: vi.fn(), close: vi.fn(), submit: vi.fn(async () => {}), clearSaveError: vi.fn() };
const [onSubmit, onClear, onCancel] = [vi.fn(), vi.fn(), vi.fn()];
const build = (more: Partial<Submission> = {}): Submission => ({
  isConfirmOpen: false,
  sending: false,
  saveError: null,
  alreadyCreated: null,
  ...callbacks,
  ...more,
});
const lost = { kind: 'offline' } as const;
const refused = { kind: 'refused', message: 'There is no service.', details: [] } as const;

function open(page: ReactNode) {
  const router = createTestRouter(page);
  render(<RouterProvider router={router} />);
  return router;
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));

beforeEach(() => {
  Object.assign(setup, { service: false, categories: [{ key: 'RPM', name: 'Monitor' }] });
  for (const mock of [...Object.values(callbacks), onSubmit, onClear, onCancel]) mock.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the toolbar of a new request', { timeout: 30_000 }, () => {
  const openToolbar = (more: Partial<ComponentProps<typeof RequestToolbar>> = {}) =>
    open(
      <RequestToolbar
        submission={build()}
        reason={null}
        isPristine={false}
        isWide={false}
        submitLabel="Submit request"
        {...{ onSubmit, onClear, onCancel, ...more }}
      />,
    );

  it('submits a complete form, and clears it on request', () => {
    openToolbar();
    expect(button('Submit request').getAttribute('aria-disabled')).toBeNull();
    press('Submit request');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    press('Clear form');
    expect(onClear).toHaveBeenCalledTimes(1);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each([false, true])(
    'has other actions once there is something to clear, on a phone above the bar: %s',
    (isPhone) => {
      stubMediaQueries((query) => isPhone && query.includes('max-width'));
      openToolbar();
      const bar = document.querySelector('[data-action-bar]');
      expect(screen.getAllByRole('button', { name: 'Clear form' })).toHaveLength(1);
      expect(bar?.contains(button('Clear form'))).toBe(!isPhone);
      expect(bar?.contains(button('Submit request'))).toBe(true);
      cleanup();
      openToolbar({ isPristine: true });
      expect(screen.queryByRole('button', { name: 'Clear form' })).toBeNull();
      expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull();
    },
  );

  it('discards the draft with the second click only', () => {
    vi.useFakeTimers();
    openToolbar();
    press('Discard draft');
    expect(onCancel).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1_000));
    press('Discard everything? Select again to confirm');
    expect([onCancel.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 0]);
  });

  it('leads to what is missing, by the reason or the button that it describes', () => {
    openToolbar({ reason: 'A title is missing' });
    const submit = button('Submit request');
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(submit.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A title is missing',
    );
    press('A title is missing');
    press('Submit request');
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('has the reason as plain text while nothing is entered', () => {
    openToolbar({ reason: 'Enter a title', isPristine: true });
    expect(screen.getByText('Enter a title').closest('button')).toBeNull();
  });

  it('offers another attempt after a lost response, in the confirmation dialog', () => {
    openToolbar({ submission: build({ saveError: lost }) });
    expect(screen.getByRole('alert').textContent).toContain('Nothing you entered is lost.');
    press('Try again');
    expect(callbacks.openConfirm).toHaveBeenCalledTimes(1);
    expect(callbacks.submit).not.toHaveBeenCalled();
  });

  it('shows a rejection until it is closed, but not below the open dialog', () => {
    openToolbar({ submission: build({ saveError: refused }) });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    press('Close');
    expect(callbacks.clearSaveError).toHaveBeenCalledTimes(1);
    cleanup();
    openToolbar({ submission: build({ saveError: lost, isConfirmOpen: true }) });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the confirmation of a new request', { timeout: 30_000 }, () => {
  const openDialog = (submission: Submission, submitLabel?: string) =>
    open(
      <SubmitDialog title="Submit?" {...{ submission, ...(submitLabel && { submitLabel }) }}>
        the summary
      </SubmitDialog>,
    );

  it('submits it, or continues with the form', () => {
    openDialog(build());
    expect(screen.getByRole('dialog', { name: 'Submit?' }).textContent).toContain('the summary');
    press('Continue editing');
    expect(callbacks.close).toHaveBeenCalledTimes(1);
    expect(callbacks.submit).not.toHaveBeenCalled();
    press('Submit request');
    expect(callbacks.submit).toHaveBeenCalledTimes(1);
  });

  it('has its own label, and offers another attempt after a lost response', () => {
    openDialog(build(), 'Add units');
    expect(button('Add units')).toBeTruthy();
    cleanup();
    openDialog(build({ saveError: lost }), 'Add units');
    expect(screen.getByRole('alert').textContent).toContain("you won't create a duplicate");
    press('Try again');
    expect(callbacks.submit).toHaveBeenCalledTimes(1);
  });

  it('stays open while it is sent', () => {
    openDialog(build({ sending: true }));
    expect(button('Continue editing').disabled).toBe(true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(callbacks.close).not.toHaveBeenCalled();
  });
});

it.each([
  ['Open R-7', '/en/record/7'],
  ['Go to list', '/en/active-repairs'],
])('leads from a request that was already created: %s', async (label, path) => {
  const router = open(
    <AlreadyCreatedDialog created={{ id: 7, number: 'R-7' }} record="record" list="active-repairs" />,
  );
  expect(screen.getByRole('dialog', { name: 'R-7 was already submitted' })).toBeTruthy();
  press(label);
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

describe('the reasons why no request can be created yet', () => {
  const readAlerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent?.slice(0, 17));

  it('are a missing service and an empty catalog, not one that is loading', () => {
    open(<SetupHints />);
    expect(readAlerts()).toEqual([]);
    cleanup();
    Object.assign(setup, { service: true, categories: undefined });
    open(<SetupHints />);
    expect(readAlerts()).toEqual(['Your organization']);
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    Object.assign(setup, { service: false, categories: [] });
    open(<SetupHints />);
    expect(readAlerts()).toEqual(['The parts catalog']);
  });

  it('lead to a message to the administrators', () => {
    setup.service = true;
    const onWrite = vi.fn();
    open(<SetupHints onWrite={onWrite} />);
    press('Contact the administrators');
    expect(onWrite).toHaveBeenCalledTimes(1);
  });
});
