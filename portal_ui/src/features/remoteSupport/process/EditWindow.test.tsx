// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUnsavedForm } from '../../../core/forms/unsavedForms';
import { buildRecord, TestPage } from '../../../core/process/testing';
import { useEditWindow } from './EditWindow';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const discard = () => undefined;

function renderWindow(secondsLeft: number, dirty = false) {
  const record = buildRecord({
    serviceReviewSessionsEditMode: { enabled: true, endAt: null, secondsLeft },
    readAt: performance.now(),
  });
  const reload = vi.fn(async () => record);
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
