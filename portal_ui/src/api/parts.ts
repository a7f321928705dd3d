import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import { foldText, normalizeKey } from './normalization';
import type { Choice, PartChoice } from './types';

/** What a part is looked up for: only parts of that service category are offered. */
export type PartUse = 'REPAIR' | 'PARTS' | 'REMOTE_SUPPORT';

/** A part of the catalog as the picker answers it, with the category it was found under. */
export interface SelectedPart {
  id: number;
  name: string;
  maker: string;
  /** Absent in drafts of an earlier day. */
  number?: string;
  imageUrl: string | null;
  category: string;
}

/** What a form holds of the part that is chosen in it. */
export type PartValues = { category: string; partId: number | '' };

/** The categories that have parts, in the language of the screen. */
export function useCategories() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['parts', 'categories', language],
    queryFn: ({ signal }) => call<Choice[]>('GET', '/api/v1/parts/fetch/all/enabled/categories', { signal }),
    staleTime: 300_000,
  });
}

/** Says the name of a category by its key. */
export function useCategoryName(): (key: string) => string {
  const { data } = useCategories();
  return useCallback((key) => data?.find((category) => category.key === key)?.name ?? '', [data]);
}

export async function fetchParts(use: PartUse, category: string, signal: AbortSignal): Promise<SelectedPart[]> {
  const query = { category, serviceCategories: use };
  const parts = await call<PartChoice[]>('GET', '/api/v1/parts/fetch/by/category', { query, signal });
  return parts.map(({ id, partName, manufacturer, number, imageUrl }) => ({
    id,
    name: partName,
    maker: manufacturer,
    number,
    imageUrl,
    category,
  }));
}

const partsQuery = (use: PartUse, category: string) =>
  queryOptions({
    queryKey: ['parts', use, category],
    queryFn: ({ signal }) => fetchParts(use, category, signal),
    enabled: category !== '',
    staleTime: 300_000,
  });

/** The parts of a category that can be repaired, or ordered. */
export function useParts(use: PartUse, category: string) {
  return useQuery(partsQuery(use, category));
}

/** The part that a form holds. */
export function useSelectedPart(use: PartUse, { category, partId }: PartValues): SelectedPart | undefined {
  return useParts(use, category).data?.find(({ id }) => id === partId);
}

/** All parts of a category, those that are switched off too: a report tells of what was. */
export function useAllParts(category: string) {
  return useQuery({
    queryKey: ['parts', 'all', category],
    queryFn: async ({ signal }) => {
      const query = { category, all: true };
      const parts = await call<PartChoice[]>('GET', '/api/v1/parts/fetch/by/category', { query, signal });
      return parts.map(({ id, partName, manufacturer }) => ({ key: String(id), name: `${manufacturer} ${partName}` }));
    },
    enabled: category !== '',
    staleTime: 300_000,
  });
}

/** Parts whose maker, model and number hold every word typed, compared as the server does it. */
export function filterParts<P extends SelectedPart>(parts: readonly P[], typed: string): P[] {
  const words = typed.split(/\s+/).map(normalizeKey).filter(Boolean);
  return parts.filter(({ name, maker, number = '' }) => {
    const text = foldText(`${maker} ${name} ${number}`);
    return words.every((word) => text.includes(word));
  });
}

/** The parts of a form as the catalog knows them now: a restored draft holds addresses of images that expire. */
export function useRefreshParts(
  use: PartUse,
  parts: readonly SelectedPart[],
): {
  freshOf: (part: SelectedPart) => SelectedPart;
  /** True once the catalog answered without the part: it was switched off since. */
  isGone: (part: SelectedPart) => boolean;
} {
  const categories = [...new Set(parts.map(({ category }) => category))];
  const answers = useQueries({ queries: categories.map((category) => partsQuery(use, category)) });
  const known = new Map(categories.map((category, index) => [category, answers[index]?.data]));
  const find = (part: SelectedPart) => known.get(part.category)?.find(({ id }) => id === part.id);
  return {
    freshOf: (part) => find(part) ?? part,
    isGone: (part) => known.get(part.category) !== undefined && !find(part),
  };
}
