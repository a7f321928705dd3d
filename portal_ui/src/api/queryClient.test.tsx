// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, useCreate, useDelete, useUpdate, useUpdateMany } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient, metaKey, setupKey } from './queryClient';

const readMeta = vi.fn(async () => 'declared');
const readSetup = vi.fn(async () => 'steps');

/** Page that reads the meta and writes by react-admin (undocumented mutation keys). */
function Page({ resource }: { resource: string }) {
  const { data } = useQuery({ queryKey: [metaKey, 'en'], queryFn: readMeta, staleTime: Number.POSITIVE_INFINITY });
  useQuery({ queryKey: [setupKey, 'checklist'], queryFn: readSetup, staleTime: Number.POSITIVE_INFINITY });
  const [create] = useCreate(resource);
  const [update] = useUpdate(resource);
  const [updateMany] = useUpdateMany(resource);
  const [remove] = useDelete(resource);
  const row = { id: 1, name: 'Beta' };
  const writes = {
    create: () => create(resource, { data: row }),
    update: () => update(resource, { id: 1, data: row, previousData: row }),
    updateMany: () => updateMany(resource, { ids: [1], data: row }),
    delete: () => remove(resource, { id: 1, previousData: row }),
  };
  return (
    <>
      <p>{data}</p>
      {Object.entries(writes).map(([name, write]) => (
        <button key={name} type="button" onClick={() => void write()}>
          {name}
        </button>
      ))}
    </>
  );
}

const responded = vi.fn();
const respond = async () => {
  responded();
  return { data: { id: 1 } };
};
const dataProvider = {
  create: respond,
  update: respond,
  updateMany: async () => {
    responded();
    return { data: [1] };
  },
  delete: respond,
};

async function open(resource: string) {
  render(
    <CoreAdminContext queryClient={createQueryClient()} dataProvider={dataProvider as never}>
      <Page resource={resource} />
    </CoreAdminContext>,
  );
  await screen.findByText('declared');
  expect(readMeta).toHaveBeenCalledTimes(1);
}

afterEach(() => {
  cleanup();
  readMeta.mockClear();
  readSetup.mockClear();
  responded.mockClear();
});

it.each(['create', 'update', 'updateMany', 'delete'])(
  'refetches the meta and the setup steps after %s of a resource',
  async (method) => {
    await open('parts');
    fireEvent.click(screen.getByText(method));
    await waitFor(() => expect(readMeta).toHaveBeenCalledTimes(2));
    expect(readSetup).toHaveBeenCalledTimes(2);
  },
);

it('does not refetch the meta after a request is written', async () => {
  await open('repairs');
  fireEvent.click(screen.getByText('update'));
  await waitFor(() => expect(responded).toHaveBeenCalled());
  fireEvent.click(screen.getByText('create'));
  await waitFor(() => expect(responded).toHaveBeenCalledTimes(2));
  expect(readMeta).toHaveBeenCalledTimes(1);
});
