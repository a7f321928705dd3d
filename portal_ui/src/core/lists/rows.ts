import type { RaRecord, TranslateFunction } from 'ra-core';
import type { ReactNode } from 'react';
import { canRequireAction } from '../../api/counters';
import type { ResourceMeta } from '../../api/types';
import { getNameColumn } from './listParams';

/** Row of a declared list: values of its columns, and flags that some lists add. */
export type Row = RaRecord<number> & {
  /** Placeholder while the rows are loading. */
  isPlaceholder?: boolean;
  requestType?: string;
  isOverdue?: boolean;
  /** Longer in its step than 90 percent of earlier requests. */
  isLate?: boolean;
  actionRequiredFromCurrentUser?: boolean;
  /** Next task of the role that the request requires action from. */
  nextStep?: string;
  /** Role or courier that must act; null for a closed request. */
  heldBy?: string | null;
};

/** Overrides of declared columns, by column key. */
export type ColumnOverrides = Record<
  string,
  {
    /** Custom rendering of the value. */
    render?: (row: Row) => ReactNode;
    /** Minimum width in px, for controls without an intrinsic width. */
    width?: number;
    /** Times relative to now ("2h ago") or only dates, with the absolute time on hover. */
    form?: 'relative' | 'date';
    /** Column of icons, whose label is visually hidden. */
    isIcon?: boolean;
    /** Name in one line on a card, with an ellipsis, and the chips below the texts. */
    isOneLine?: boolean;
    /** Whether a card omits the value, as the usual one. */
    isUsual?: (row: Row) => boolean;
    /** Absolute time on a card, where relative ones could be the same. */
    isExact?: boolean;
    /** Place on a card, if it is not the one of the column type. */
    card?: CardPlace;
    /** Message key of a shorter heading of the column. */
    heading?: string;
    /** Message key of a shorter label on a card. */
    cardLabel?: string;
    /** Label before the value on a card, where the place has none. */
    isLabelled?: boolean;
    /** Secondary text or a mark after the value. */
    secondary?: (row: Row, translate: TranslateFunction) => ReactNode;
    /** Text added to the tooltip of the value. */
    hint?: (row: Row) => string | null;
    /** Expandable content of a row, opened by a button in this column; null for none. */
    expand?: (row: Row, translate: TranslateFunction) => Expansion | null;
  }
>;

/** Place of a column on a card: around the name or in its lines. Appointments are shown while they lie ahead. */
export type CardPlace = 'before' | 'chip' | 'fact' | 'step' | 'figure' | 'time' | 'control' | 'appointment' | 'none';

export type Expansion = {
  count: number;
  /** Number with its noun. */
  text: string;
  /** Accessible name of the button, which includes the row. */
  label: string;
  content: ReactNode;
};

/** Return the request type of a row; rows of a single-type list omit it. */
export function getRequestType(row: Row, resource: ResourceMeta): string {
  return row.requestType ?? Object.keys(resource.record)[0] ?? '';
}

/** Return the route of the record of a row; null if it has no page. */
export function getRecordRoute(row: Row, resource: ResourceMeta): string | null {
  const template = resource.record[getRequestType(row, resource)];
  return template?.replace(/\{(\w+)\}/g, (_, column: string) => encodeURIComponent(String(row[column]))) ?? null;
}

/** Return the name of a row: the value of the name column. */
export function getRowName(row: Row, resource: ResourceMeta): string {
  return String(row[getNameColumn(resource.columns)?.key ?? 'id']);
}

/** Return whether the rows are requests; other lists have entries. */
export function isRequestList(resource: ResourceMeta): boolean {
  return Object.keys(resource.record).some((kind) => kind !== '');
}

/** Return whether to mark a row as requiring action, in a list where others do not. */
export function requiresMyAction(row: Row, resource: ResourceMeta): boolean {
  return row.actionRequiredFromCurrentUser === true && canRequireAction(resource);
}

/** Return the key of the delay of a request, named by `shared.*`. */
export function getDelay({ isOverdue, isLate }: Row): 'overdue' | 'late' | null {
  if (isOverdue) return 'overdue';
  return isLate ? 'late' : null;
}
