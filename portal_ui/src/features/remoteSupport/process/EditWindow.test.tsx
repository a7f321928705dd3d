// @vitest-environment jsdom
import { act, cleanup, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUnsavedForm } from '../../../core/forms/unsavedForms';
import { buildAction, buildRecord, TestPage } from '../../../core/process/testing';
import { EditWindow, useEditWindow } from './EditWindow';
import { buildSupport, renderOnPage } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const discard = () => undefined;

function renderWindow(secondsLeft: number, dirty = false, { enabled = true, isOffline = false } = {}) {
  const record = buildRecord({
    serviceReviewSessionsEditMode: { enabled, endAt: null, secondsLeft },
    readAt: performance.now(),
  });
  const reload = vi.fn(async () => {
    if (isOffline) throw new Error('offline');
    return record;
  });
  const retainStaleForm = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TestPage record={record} reload={reload} state={{ retainStaleForm }}>
      {children}
    </TestPage>
  );
  const { result } = renderHook(
    () => {
      useUnsavedForm({ dirty, discard });
      return useEditWindow();
    },
    { wrapper },
  );
  return { result, reload, retainStaleForm };
}

it('ends the hour after completion without a refetch', () => {
  const { result, reload, retainStaleForm } = renderWindow(3);
  expect(result.current).toEqual({ left: 3, ended: false });
  act(() => vi.advanceTimersByTime(2_000));
  expect(result.current).toEqual({ left: 1, ended: false });
  act(() => vi.advanceTimersByTime(1_000));
  expect(result.current).toEqual({ left: 0, ended: true });
  expect(reload).toHaveBeenCalledTimes(1);
  expect(retainStaleForm).not.toHaveBeenCalled();
});

it('keeps unsaved input on the screen when the hour ends', () => {
  const { retainStaleForm } = renderWindow(1, true);
  act(() => vi.advanceTimersByTime(1_000));
  expect(retainStaleForm).toHaveBeenCalledTimes(1);
});

it('has no end before the request is completed', () => {
  const { result, reload } = renderWindow(3, false, { enabled: false });
  expect(result.current).toEqual({ left: 0, ended: false });
  act(() => vi.advanceTimersByTime(5_000));
  expect(reload).not.toHaveBeenCalled();
});

it('ends even if the record cannot be loaded', async () => {
  const { result } = renderWindow(1, false, { isOffline: true });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current).toEqual({ left: 0, ended: true });
});

/** Render the countdown of a request, with or without the action to save sessions. */
function showCountdown(secondsLeft: number, canSave: boolean) {
  const serviceReviewSessionsEditMode = { enabled: true, endAt: null, secondsLeft };
  const record = buildSupport([], canSave ? [buildAction('save_session', 'Save', { tab: 'SERVICE_REVIEW' })] : []);
  renderOnPage({ ...record, readAt: performance.now(), serviceReviewSessionsEditMode } as never, <EditWindow />);
}

it('shows the time left on every tab, with a link to the sessions for those who may edit them', () => {
  showCountdown(3_599, true);
  const timer = screen.getByRole('timer', { name: 'Time left to edit the sessions' });
  expect(timer.textContent).toContain('59:59');
  act(() => vi.advanceTimersByTime(1_000));
  expect(timer.textContent).toContain('59:58');
  expect(screen.getByRole('link', { name: 'Edit sessions' }).getAttribute('href')).toMatch(/\?tab=SERVICE_REVIEW$/);
  cleanup();
  showCountdown(3_599, false);
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('hides the countdown when the hour ends', () => {
  showCountdown(2, true);
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.queryByRole('timer')).toBeNull();
});
