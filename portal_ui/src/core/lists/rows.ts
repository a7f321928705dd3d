import type { RaRecord, TranslateFunction } from 'ra-core';
import type { ReactNode } from 'react';
import { canRequireAction } from '../../api/counters';
import type { ResourceMeta } from '../../api/types';
import { getNameColumn } from './listParams';

/** A row of a declared list: its columns' values, and marks that some lists add. */
export type Row = RaRecord<number> & {
  /** It stands for a row that is being asked for. */
  isPlaceholder?: boolean;
  requestType?: string;
  isOverdue?: boolean;
  /** It stands in its step longer than nine in ten did. */
  isLate?: boolean;
  actionRequiredFromCurrentUser?: boolean;
};

/** What a list draws beyond what its columns declare, by column. */
export type ColumnOverrides = Record<
  string,
  {
    /** Another way to draw the value. */
    render?: (row: Row) => ReactNode;
    /** The least width in px that its value needs, where its type does not tell. */
    width?: number;
    /** Quiet words or a mark after the value. */
    secondary?: (row: Row) => ReactNode;
    /** What is said of the value on hover, beside the value. */
    hint?: (row: Row) => string | null;
    /** What the row opens below itself, from a button in this column; null where there is nothing to open. */
    expand?: (row: Row, translate: TranslateFunction) => Expansion | null;
  }
>;

export type Expansion = {
  text: string;
  /** The button's name for those who cannot see the row. */
  label: string;
  content: ReactNode;
};

/** The request kind of a row; a list of one kind does not repeat it in each row. */
export function getRequestType(row: Row, resource: ResourceMeta): string {
  return row.requestType ?? Object.keys(resource.record)[0] ?? '';
}

/** The route that a row opens, or null where its screen does not exist. */
export function getRecordRoute(row: Row, resource: ResourceMeta): string | null {
  const template = resource.record[getRequestType(row, resource)];
  return template?.replace(/\{(\w+)\}/g, (_, column: string) => encodeURIComponent(String(row[column]))) ?? null;
}

/** What a row is called: the value of the column that names it. */
export function getRowName(row: Row, resource: ResourceMeta): string {
  return String(row[getNameColumn(resource.columns)?.key ?? 'id']);
}

/** Whether the rows are requests, whatever their kind; other lists have entries. */
export function isRequestList(resource: ResourceMeta): boolean {
  return Object.keys(resource.record).some((kind) => kind !== '');
}

/** Rows that wait for the user are marked where others do not. */
export function requiresMyAction(row: Row, resource: ResourceMeta): boolean {
  return row.actionRequiredFromCurrentUser === true && canRequireAction(resource);
}
