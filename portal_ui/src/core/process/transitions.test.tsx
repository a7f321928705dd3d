// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { NetworkError } from '../../api/errors';
import { useUnsavedForm } from '../forms/unsavedForms';
import type { ProcessDefinition } from './processContext';
import { buildRecord, TestPage, withRouter } from './testing';
import { useDeleteRequest, useRequestTransition, useTransitionMessage } from './transitions';

afterEach(() => {
  cleanup();
  window.location.hash = '';
});

/** Render `useDeleteRequest` on a page with a dirty form. */
function open(discard: () => void) {
  const { result } = renderHook(
    () => {
      useUnsavedForm({ dirty: true, discard });
      return { removal: useDeleteRequest(), at: useLocation().pathname };
    },
    { wrapper: ({ children }) => withRouter(<TestPage record={buildRecord({})}>{children}</TestPage>) },
  );
  return result;
}

it('discards unsaved forms once the request is deleted', () => {
  const discard = vi.fn();
  const result = open(discard);
  const { onLeave } = result.current.removal.options;
  act(() => onLeave?.());
  expect(discard).toHaveBeenCalledOnce();
});

it('keeps the address and forms of another page that was opened before the deletion', () => {
  const discard = vi.fn();
  const result = open(discard);
  window.location.hash = '#/en/profile';
  act(() => result.current.removal.options.onLeave?.());
  expect(discard).not.toHaveBeenCalled();
  expect(result.current.at).toBe('/en/page');
});

describe('a transition', () => {
  const moved = vi.fn((status: string) => `message.${status}`);
  const openWorkingTab = vi.fn();
  const state = { openWorkingTab, kind: { resource: 'repairs', messages: { moved } } as unknown as ProcessDefinition };

  function run<T>(hook: () => T) {
    const wrapper = ({ children }: { children: ReactNode }) =>
      withRouter(
        <TestPage record={buildRecord({})} state={state}>
          {children}
        </TestPage>,
      );
    return renderHook(hook, { wrapper }).result;
  }

  it('has the message of its type for the new status, or for one set directly, else a general one', () => {
    const result = run(useTransitionMessage);
    const response = { status: { key: 'DONE', value: 'Done' } } as never;
    expect(result.current(false)(response)).toBe('Status changed to Done.');
    expect(result.current(true)(response)).toBe('Status changed to Done.');
    expect(moved.mock.calls).toEqual([['DONE'], ['DIRECT']]);
    moved.mockReturnValueOnce('process.saveFirst');
    expect(result.current(false)(response)).toBe('Save your changes first');
  });

  it('opens the working tab once it is done, and not if it failed', async () => {
    const sent = vi.spyOn(dataProvider, 'update').mockRejectedValueOnce(new NetworkError());
    const result = run(useRequestTransition);
    await act(() => result.current());
    expect(openWorkingTab).not.toHaveBeenCalled();
    sent.mockResolvedValueOnce({ data: { id: 7, version: 2 } as never });
    await act(() => result.current());
    expect(openWorkingTab).toHaveBeenCalledTimes(1);
    expect(sent.mock.calls.at(-1)?.[1].data).toEqual({ status: null, expectedStatus: 'WORK' });
    sent.mockRestore();
  });
});
