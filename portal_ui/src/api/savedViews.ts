import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Method } from './http';
import { metaKey } from './queryClient';
import type { SavedView, ViewState } from './types';

const path = '/api/v1/views';
const queryKey = (list: string) => ['views', list];

/** Query the views of a list: the user's own, and those shared with the role. */
export function useSavedViews(list: string, enabled = true) {
  return useQuery({
    queryKey: queryKey(list),
    queryFn: ({ signal }) => call<SavedView[]>('GET', path, { query: { resource: list }, signal }),
    enabled,
  });
}

/** Request body of a view. */
export type ViewBody = { name: string; shared: boolean; state: ViewState };

type ViewMutation = { method: Method; path: string; body?: unknown; version?: string; idempotencyKey?: string };

/** Return the mutations of a list's views. Each refetches the meta, which has the default view. */
export function useViewMutations(list: string) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ method, version, path: to, ...sent }: ViewMutation) =>
      call<SavedView>(method, to, { ...sent, ...(version !== undefined && { query: { version } }) }),
    // Also after an error: another user may have changed or deleted the view.
    onSettled: () => Promise.all([queryKey(list), [metaKey]].map((key) => client.invalidateQueries({ queryKey: key }))),
  });
  const address = ({ id }: Pick<SavedView, 'id'>) => `${path}/${id}`;
  return {
    isPending,
    add: (body: ViewBody, idempotencyKey: string) =>
      mutateAsync({ method: 'POST', path, body: { ...body, resource: list }, idempotencyKey }),
    change: (view: SavedView, { name, shared, state }: ViewBody) =>
      mutateAsync({ method: 'PUT', path: address(view), body: { name, shared, state }, version: view.version }),
    remove: (view: SavedView) => mutateAsync({ method: 'DELETE', path: address(view), version: view.version }),
    openWith: (view: Pick<SavedView, 'id'>, isDefault: boolean) =>
      mutateAsync({ method: isDefault ? 'PUT' : 'DELETE', path: `${address(view)}/default` }),
  };
}
