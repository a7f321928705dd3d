// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPendingExport, removePendingExport, usePendingExports } from './pendingExports';
import { clearSession, startSession } from './session';

const logIn = (identification: string) => startSession({ identification, token: 't', permissions: ['ADMIN'] });
const first = { id: 'j1', title: 'Repairs' };
const second = { id: 'j2', title: 'Parts' };

beforeEach(() => logIn('ana'));
afterEach(() => {
  clearSession();
  sessionStorage.clear();
});

it('are listed in order until each is downloaded, and once each', () => {
  const { result } = renderHook(usePendingExports);
  expect(result.current).toEqual([]);
  act(() => {
    addPendingExport(first);
    addPendingExport(second);
    addPendingExport(first);
  });
  expect(result.current).toEqual([first, second]);
  act(() => removePendingExport('j1'));
  expect(result.current).toEqual([second]);
  act(() => removePendingExport('j2'));
  expect([result.current, sessionStorage.length]).toEqual([[], 0]);
});

it('survive a reload of the tab, for the same user only', () => {
  addPendingExport(first);
  expect(renderHook(usePendingExports).result.current).toEqual([first]);
  logIn('eva');
  expect(renderHook(usePendingExports).result.current).toEqual([]);
  logIn('ana');
  expect(renderHook(usePendingExports).result.current).toEqual([first]);
});
