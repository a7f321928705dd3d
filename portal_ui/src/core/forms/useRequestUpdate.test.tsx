// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../api/http';
import { DELETE_UPDATE } from '../process/requestUpdates';
import { withRouter } from '../process/testing';
import { useRequestRecord } from '../process/useRequestRecord';
import { UnsavedForms } from './unsavedForms';
import { useRequestUpdate } from './useRequestUpdate';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
beforeEach(() => void vi.mocked(call).mockReset());

const forms = new UnsavedForms();

it('leaves the page of a deleted record with outdated lists, and without fetching the record', async () => {
  const { result } = renderHook(
    () => {
      const record = useRequestRecord('repairs', 7);
      return { client: useQueryClient(), updater: useRequestUpdate({ ...record, version: () => 1 }, forms) };
    },
    { wrapper: ({ children }) => withRouter(children) },
  );
  const { client, updater } = result.current;
  const list = ['action-required', 'getList'];
  client.setQueryData(list, { data: [{ id: 7 }], total: 1 });
  vi.mocked(call).mockResolvedValue(true);
  const isOutdated = () => client.getQueryState(list)?.isInvalidated;
  const onLeave = vi.fn(isOutdated);
  await act(async () => void (await updater.run(DELETE_UPDATE, { onLeave })));
  expect(onLeave).toHaveReturnedWith(true);
  expect(vi.mocked(call)).toHaveBeenCalledTimes(1);
});
