import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import { foldText, normalizeKey } from './normalization';
import type { Choice, PartChoice } from './types';

/** Service category that limits the parts offered. */
export type PartUse = 'REPAIR' | 'PARTS' | 'REMOTE_SUPPORT';

/** Part chosen in the picker, with the category that it was listed under. */
export interface SelectedPart {
  id: number;
  name: string;
  maker: string;
  /** Absent in drafts of older versions. */
  number?: string;
  imageUrl: string | null;
  category: string;
}

/** Form values of the selected part. */
export type PartValues = { category: string; partId: number | '' };

/** Query the categories that have parts, in the page's language. */
export function useCategories() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['parts', 'categories', language],
    queryFn: ({ signal }) => call<Choice[]>('GET', '/api/v1/parts/fetch/all/enabled/categories', { signal }),
    staleTime: 300_000,
  });
}

/** Return a function that maps the key of a category to its name. */
export function useCategoryName(): (key: string) => string {
  const { data } = useCategories();
  return useCallback((key) => data?.find((category) => category.key === key)?.name ?? '', [data]);
}

type PartFilter = { serviceCategories: PartUse } | { all: true };

export async function fetchParts(filter: PartFilter, category: string, signal: AbortSignal): Promise<SelectedPart[]> {
  const query = { category, ...filter };
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

const buildPartsQuery = (use: PartUse, category: string) =>
  queryOptions({
    queryKey: ['parts', use, category],
    queryFn: ({ signal }) => fetchParts({ serviceCategories: use }, category, signal),
    enabled: category !== '',
    staleTime: 300_000,
  });

/** Query the parts of a category that can be repaired or requested. */
export function useParts(use: PartUse, category: string) {
  return useQuery(buildPartsQuery(use, category));
}

/** Return the part selected in a form. */
export function useSelectedPart(use: PartUse, { category, partId }: PartValues): SelectedPart | undefined {
  return useParts(use, category).data?.find(({ id }) => id === partId);
}

const toChoices = (parts: readonly SelectedPart[]) =>
  parts.map(({ id, maker, name }) => ({ key: String(id), name: `${maker} ${name}` }));

/** Query all parts of a category, including disabled ones, for reports. */
export function useAllParts(category: string) {
  return useQuery({
    queryKey: ['parts', 'all', category],
    queryFn: ({ signal }) => fetchParts({ all: true }, category, signal),
    select: toChoices,
    enabled: category !== '',
    staleTime: 300_000,
  });
}

/** Filter parts by the words in maker, model and number, compared as on the server. */
export function filterParts<P extends SelectedPart>(parts: readonly P[], typed: string): P[] {
  const words = typed.split(/\s+/).map(normalizeKey).filter(Boolean);
  return parts.filter(({ name, maker, number = '' }) => {
    const text = foldText(`${maker} ${name} ${number}`);
    return words.every((word) => text.includes(word));
  });
}

/** Return lookups of current part data. Signed image URLs in restored drafts expire. */
export function useRefreshParts(
  use: PartUse,
  parts: readonly SelectedPart[],
): {
  getCurrent: (part: SelectedPart) => SelectedPart;
  /** Return whether the loaded catalog lacks the part, e.g. because it was disabled. */
  isMissing: (part: SelectedPart) => boolean;
} {
  const categories = [...new Set(parts.map(({ category }) => category))];
  const responses = useQueries({ queries: categories.map((category) => buildPartsQuery(use, category)) });
  const known = new Map(categories.map((category, index) => [category, responses[index]?.data]));
  const find = (part: SelectedPart) => known.get(part.category)?.find(({ id }) => id === part.id);
  return {
    getCurrent: (part) => find(part) ?? part,
    isMissing: (part) => known.get(part.category) !== undefined && !find(part),
  };
}
