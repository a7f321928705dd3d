import { createContext, useContext } from 'react';
import type { Column, ResourceMeta } from '../../api/types';
import type { ColumnOverrides } from './rows';

/** Action that adds to a list, and whether it creates a request. */
export type NextStep = { path: string; text: string; isRequest: boolean };

/** Context of a declared list, in addition to react-admin's ListContext. */
export type ListScreen = {
  resource: ResourceMeta;
  extras: ColumnOverrides;
  /** Shown columns in their order. */
  columns: readonly Column[];
  chooseColumns: (change: (keys: string[]) => string[]) => void;
  /** Primary action, if the role has one. */
  next?: NextStep | undefined;
  /** Whether the list is part of another page. */
  isEmbedded?: boolean;
};

const ListScreenContext = createContext<ListScreen | null>(null);

/** Provider of the declaration and columns of a list. */
export const ListScreenProvider = ListScreenContext.Provider;

/** Return the context of the declared list. */
export function useListScreen(): ListScreen {
  const screen = useContext(ListScreenContext);
  if (!screen) throw new Error('useListScreen must be used within a declared list');
  return screen;
}
