import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Language } from '../core/i18n/language';
import { call } from './http';
import { META_URL } from './initialRequests';
import { metaKey } from './queryClient';
import type { Choice, Meta, ResourceMeta } from './types';
import { useSession } from './useSession';

/** The server's declarations in a language. */
export const metaQuery = (language: Language) =>
  queryOptions({
    queryKey: [metaKey, language],
    queryFn: ({ signal }) => call<Meta>('GET', META_URL, { signal, language }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Query of meta: once per language, and again after writes that change it. */
export function useMetaQuery(language: Language) {
  const { session } = useSession();
  return useQuery({
    ...metaQuery(language),
    enabled: session !== null,
    // In another language the page stays, with what is typed on it, until the new words are there.
    placeholderData: keepPreviousData,
  });
}

/** Whether the declarations are there, or why not. */
export type MetaQueryState = { meta: Meta | undefined; error: Error | null; refetch: () => unknown };

const MetaQueryContext = createContext<MetaQueryState | null>(null);
export const MetaQueryProvider = MetaQueryContext.Provider;

/** State of the meta query. A page that fetched it again could see it before the routes do, and show "not found". */
export function useMetaQueryState(): MetaQueryState {
  const declared = useContext(MetaQueryContext);
  if (!declared) throw new Error('useMetaQueryState is for what stands below the routes');
  return declared;
}

const MetaContext = createContext<Meta | null>(null);
export const MetaProvider = MetaContext.Provider;

/** What the server declared for the signed-in user. Every signed-in page is below its provider. */
export function useMeta(): Meta {
  const meta = useContext(MetaContext);
  if (!meta) throw new Error('useMeta is for signed-in pages');
  return meta;
}

export function useResourceMeta(name: string): ResourceMeta | undefined {
  return useMeta().resources.find((resource) => resource.name === name);
}

/** The name of a choice in the language of the screen, or its key where the server names none. */
export function getChoiceName(choices: readonly Choice[] | undefined, key: string): string {
  return choices?.find((choice) => choice.key === key)?.name ?? key;
}

/** First and last name, or the username where neither is known. */
export function formatFullName({ firstName, lastName, username }: Meta['user']): string {
  return `${firstName} ${lastName}`.trim() || username;
}
