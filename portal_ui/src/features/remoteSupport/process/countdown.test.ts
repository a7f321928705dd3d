// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatClock, getSecondsLeft, useCountdown } from './countdown';

describe('getSecondsLeft and formatClock', () => {
  it('decreases every second down to zero', () => {
    expect(getSecondsLeft(3, 0)).toBe(3);
    expect(getSecondsLeft(3, 999)).toBe(3);
    expect(getSecondsLeft(3, 1_000)).toBe(2);
    expect(getSecondsLeft(3, 3_000)).toBe(0);
    expect(getSecondsLeft(3, 99_000)).toBe(0);
  });

  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [60, '01:00'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
  ])('formats %i seconds as %s', (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
  });
});

describe('useCountdown', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ticks every second and calls onEnd once', () => {
    const onEnd = vi.fn();
    const { result } = renderHook(() => useCountdown(3, 0, onEnd));
    const values = [result.current];
    for (let second = 0; second < 5; second += 1) {
      act(() => void vi.advanceTimersByTime(1_000));
      values.push(result.current);
    }
    expect(values).toEqual([3, 2, 1, 0, 0, 0]);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('ignores changes of the system time', () => {
    const onEnd = vi.fn();
    const { result } = renderHook(() => useCountdown(60, 0, onEnd));
    vi.setSystemTime(new Date('2031-01-01T00:00:00Z'));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(result.current).toBe(59);
    vi.setSystemTime(new Date('1999-01-01T00:00:00Z'));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(result.current).toBe(58);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('includes the time since the response and restarts on a newer one', () => {
    const onEnd = vi.fn();
    vi.advanceTimersByTime(10_000);
    const { result, rerender } = renderHook(({ left, since }) => useCountdown(left, since, onEnd), {
      initialProps: { left: 60, since: 0 },
    });
    expect(result.current).toBe(50);
    rerender({ left: 30, since: 10_000 });
    expect(result.current).toBe(30);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(result.current).toBe(28);
  });

  it('ends immediately if the time is already over', () => {
    const onEnd = vi.fn();
    vi.advanceTimersByTime(10_000);
    const { result } = renderHook(() => useCountdown(5, 0, onEnd));
    expect(result.current).toBe(0);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('does nothing without time left', () => {
    const onEnd = vi.fn();
    const { result } = renderHook(() => useCountdown(0, 0, onEnd));
    act(() => void vi.advanceTimersByTime(5_000));
    expect(result.current).toBe(0);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('is right as soon as a hidden page becomes visible again', () => {
    const onEnd = vi.fn();
    const { result } = renderHook(() => useCountdown(60, 0, onEnd));
    // Browsers delay the timers of hidden pages.
    vi.spyOn(performance, 'now').mockReturnValue(45_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe(15);
    vi.mocked(performance.now).mockReturnValue(60_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe(0);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(onEnd).toHaveBeenCalledOnce();
    vi.mocked(performance.now).mockRestore();
  });

  it('calls the newest callback, and none once it is left', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender, unmount } = renderHook(({ onEnd }) => useCountdown(2, 0, onEnd), {
      initialProps: { onEnd: first },
    });
    rerender({ onEnd: second });
    act(() => void vi.advanceTimersByTime(2_000));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    unmount();
    const left = vi.fn();
    renderHook(() => useCountdown(10, performance.now(), left)).unmount();
    vi.advanceTimersByTime(20_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(left).not.toHaveBeenCalled();
  });

  it('ends again when a later response has more time', () => {
    const onEnd = vi.fn();
    const { rerender } = renderHook(({ since }) => useCountdown(2, since, onEnd), { initialProps: { since: 0 } });
    act(() => void vi.advanceTimersByTime(2_000));
    rerender({ since: 2_000 });
    act(() => void vi.advanceTimersByTime(2_000));
    expect(onEnd).toHaveBeenCalledTimes(2);
  });
});
