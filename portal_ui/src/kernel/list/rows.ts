import type { RaRecord, TranslateFunction } from 'ra-core';
import { useGetList } from 'ra-core';
import type { ReactNode } from 'react';
import type { ResourceMeta } from '../../server/types';
import { isFiltered, type ListState, namingColumn, restFilter } from './listState';

/** A row of a declared list: its columns' values, and marks that some lists add. */
export type Row = RaRecord<number> & {
  requestType?: string;
  isOverdue?: boolean;
  actionRequiredFromCurrentUser?: boolean;
};

/** What a list draws beyond what its columns declare, by column: another value, and quiet words below it. */
export type RowExtras = Record<
  string,
  {
    instead?: (row: Row) => ReactNode;
    below?: (row: Row) => ReactNode;
    /** What the row opens below itself, from a button in this column; null where there is nothing to open. */
    unfolds?: (row: Row, translate: TranslateFunction) => Unfolding | null;
  }
>;

export type Unfolding = {
  text: string;
  /** The button's name for those who cannot see the row. */
  label: string;
  content: ReactNode;
};

/** The rows of a state. Each state is asked for by itself, so a late answer never replaces a newer one. */
export function useRows(meta: ResourceMeta, state: ListState) {
  return useGetList<Row>(
    meta.name,
    {
      pagination: { page: state.page, perPage: state.size },
      sort: { field: state.sort[0], order: state.sort[1] },
      filter: restFilter(state, meta),
    },
    // The rows before stay until the new ones are there: nothing jumps.
    { placeholderData: (before: unknown) => before as never, enabled: isAsked(meta, state) },
  );
}

/** Whether there is anything to ask: some lists want a filter first. */
export function isAsked(meta: ResourceMeta, state: ListState): boolean {
  return !meta.filterRequired || isFiltered(state);
}

/** The request kind of a row; a list of one kind does not repeat it in each row. */
export function kindOf(row: Row, meta: ResourceMeta): string {
  return row.requestType ?? Object.keys(meta.record)[0] ?? '';
}

/** The route that a row opens, or null where its screen does not exist. */
export function recordRoute(row: Row, meta: ResourceMeta): string | null {
  const template = meta.record[kindOf(row, meta)];
  return template?.replace(/\{(\w+)\}/g, (_, column: string) => encodeURIComponent(String(row[column]))) ?? null;
}

/** What a row is called: the value of the column that names it. */
export function rowName(row: Row, meta: ResourceMeta): string {
  return String(row[namingColumn(meta.columns)?.key ?? 'id']);
}

/** Whether the rows are requests, whatever their kind; other lists have entries. */
export function listsRequests(meta: ResourceMeta): boolean {
  return Object.keys(meta.record).some((kind) => kind !== '');
}

/** Rows that wait for the user are marked where the list says of each row whom it waits for. */
export function isYours(row: Row, meta: ResourceMeta): boolean {
  return row.actionRequiredFromCurrentUser === true && meta.columns.some(({ type }) => type === 'role');
}
