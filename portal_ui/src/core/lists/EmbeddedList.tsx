import { ListContextProvider, ResourceContextProvider } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import type { ResourceMeta } from '../../api/types';
import { ListBody } from './ListBody';
import { ListPagination } from './ListPagination';
import type { FilterValues } from './listParams';
import { ListScreenProvider } from './listScreen';
import type { ColumnOverrides } from './rows';
import { getDefaultColumns } from './useColumns';
import { useResourceListController } from './useResourceListController';

type Props = {
  resource: ResourceMeta;
  /** Permanent filter. */
  filter: FilterValues;
  /** Empty state. */
  empty: ReactNode;
  /** Content above the rows, inside the ListContext. */
  children?: ReactNode;
};

/** Without a page of the record, a card has the whole time. */
const OVERRIDES: ColumnOverrides = { createdAt: { card: 'figure' } };
const ignoreSelection = () => undefined;

/** Declared list inside another page. Its state is separate and not in the URL. */
export function EmbeddedList({ resource, filter, empty, children }: Props) {
  // Memoized by value: a new object with the same filter must not refetch.
  const text = JSON.stringify(filter);
  const permanent = useMemo<FilterValues>(() => JSON.parse(text), [text]);
  const list = useResourceListController(resource, { filter: permanent, disableSyncWithLocation: true });
  const screen = useMemo(() => {
    const defaultKeys = getDefaultColumns(resource.columns);
    const columns = resource.columns.filter(({ key }) => defaultKeys.includes(key));
    return { resource, columns, extras: OVERRIDES, chooseColumns: ignoreSelection, isEmbedded: true };
  }, [resource]);
  return (
    <ResourceContextProvider value={resource.name}>
      <ListContextProvider value={list}>
        <ListScreenProvider value={screen}>
          {children}
          <ListBody empty={empty} />
          <ListPagination />
        </ListScreenProvider>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}
