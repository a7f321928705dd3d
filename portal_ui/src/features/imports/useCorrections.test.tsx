// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/errors';
import { type Corrected, putRow } from '../../api/imports';
import { startSession } from '../../api/session';

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
