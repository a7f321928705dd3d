// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useUnsavedForm } from '../forms/unsavedForms';
import { buildRecord, TestPage, withRouter } from './testing';
import { useDeleteRequest } from './transitions';

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
