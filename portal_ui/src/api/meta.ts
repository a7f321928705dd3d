import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Language } from '../core/i18n/language';
import { call } from './http';
import { metaKey } from './queryClient';
import type { Choice, Meta, ResourceMeta } from './types';
import { useSession } from './useSession';

const META_URL = '/api/rest/meta';

/** Return the query options of the meta in a language. */
export const metaQuery = (language: Language) =>
  queryOptions({
    queryKey: [metaKey, language],
    queryFn: ({ signal }) => call<Meta>('GET', META_URL, { signal, language }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Query the meta, once per language and again after writes that change it. */
export function useMetaQuery(language: Language) {
  const { session } = useSession();
  return useQuery({
    ...metaQuery(language),
    enabled: session !== null,
    // On a language switch the page stays mounted with its input until the new meta arrives.
    placeholderData: keepPreviousData,
  });
}

/** State of the meta query. */
export type MetaQueryState = { meta: Meta | undefined; error: Error | null; refetch: () => unknown };

const MetaQueryContext = createContext<MetaQueryState | null>(null);
export const MetaQueryProvider = MetaQueryContext.Provider;

/** Return the meta query's state. Its own query could be ahead of the routes ("not found"). */
export function useMetaQueryState(): MetaQueryState {
  const declared = useContext(MetaQueryContext);
  if (!declared) throw new Error('useMetaQueryState must be used within MetaQueryProvider');
  return declared;
}

const MetaContext = createContext<Meta | null>(null);
export const MetaProvider = MetaContext.Provider;

/** Return the meta of the logged-in user. The layout provides it to all its pages. */
export function useMeta(): Meta {
  const meta = useContext(MetaContext);
  if (!meta) throw new Error('useMeta must be used within MetaProvider');
  return meta;
}

export function useResourceMeta(name: string): ResourceMeta | undefined {
  return useMeta().resources.find((resource) => resource.name === name);
}

/** Return the localized name of a choice, or its key if it has none. */
export function getChoiceName(choices: readonly Choice[] | undefined, key: string): string {
  return choices?.find((choice) => choice.key === key)?.name ?? key;
}

/** Format first and last name, or the username if both are empty. */
export function formatFullName({ firstName, lastName, username }: Meta['user']): string {
  return `${firstName} ${lastName}`.trim() || username;
}
