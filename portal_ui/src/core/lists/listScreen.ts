import { createContext, useContext } from 'react';
import type { Column, ResourceMeta } from '../../api/types';
import type { ColumnOverrides } from './rows';

/** What to do from a list: a route, and the words of its button. */
export type NextStep = { path: string; text: string };

/** What the parts of a declared list's screen know besides react-admin's ListContext. */
export type ListScreen = {
  resource: ResourceMeta;
  extras: ColumnOverrides;
  /** The shown columns in their order. */
  columns: readonly Column[];
  chooseColumns: (change: (keys: string[]) => string[]) => void;
  /** What the list offers to do next, where the role may. */
  next?: NextStep | undefined;
};

const ListScreenContext = createContext<ListScreen | null>(null);

/** Provides what was declared of a list to what draws it. */
export const ListScreenProvider = ListScreenContext.Provider;

/** The declaration of the list that is being drawn. */
export function useListScreen(): ListScreen {
  const screen = useContext(ListScreenContext);
  if (!screen) throw new Error('useListScreen is for declared lists');
  return screen;
}
