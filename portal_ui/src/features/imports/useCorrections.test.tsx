// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../api/errors';
import { type Corrected, putRow } from '../../api/imports';
import { startSession } from '../../api/session';
import { useUnsavedForms } from '../../core/forms/unsavedForms';

import { useCorrections } from './useCorrections';

vi.mock('../../api/imports', async (original) => ({ ...(await original<object>()), putRow: vi.fn() }));
const putRowMock = vi.mocked(putRow);

afterEach(() => {
  cleanup();
  putRowMock.mockReset();
  localStorage.clear();
});

const open = (id: number) => renderHook(() => useCorrections(id), { wrapper: CoreAdminContext }).result.current;
const listDrafts = () => Object.keys(localStorage).filter((key) => key.endsWith('corrections'));

it('sends corrections of an expired session once the same import is opened again', async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['ADMIN'] });
  putRowMock.mockRejectedValueOnce(new ApiError(401, { code: 'TOKEN_EXPIRED' }));
  open(7).correct(4, { model: 'Mesh' });
  expect(listDrafts()).toHaveLength(1);
  cleanup();
  putRowMock.mockClear();

  putRowMock.mockResolvedValue({ row: { number: 4 }, others: [], counts: {}, version: 2 } as unknown as Corrected);
  open(8);
  expect(putRowMock).not.toHaveBeenCalled();
  cleanup();
  open(7);
  await waitFor(() => expect(putRowMock).toHaveBeenCalledWith(7, 4, { model: 'Mesh' }));
  await waitFor(() => expect(listDrafts()).toHaveLength(0));
  cleanup();
  putRowMock.mockClear();
  open(7);
  expect(putRowMock).not.toHaveBeenCalled();
});

it('asks before the page is left while a correction is not saved, and discards it on request', async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['ADMIN'] });
  putRowMock.mockRejectedValue(new NetworkError());
  const { result } = renderHook(() => ({ corrections: useCorrections(7), forms: useUnsavedForms() }), {
    wrapper: CoreAdminContext,
  });
  expect(result.current.forms.anyDirty()).toBe(false);
  await act(async () => result.current.corrections.correct(4, { model: 'Mesh' }));
  expect(result.current.corrections.getState().rows.get(4)).toBe('lost');
  expect(result.current.forms.anyDirty()).toBe(true);
  act(() => result.current.forms.discardAll());
  expect(result.current.corrections.getPending(4)).toEqual({});
  expect(listDrafts()).toHaveLength(0);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(putRowMock).toHaveBeenCalledTimes(1);
});
