import Skeleton from '@mui/material/Skeleton';
import { useRecordContext } from 'ra-core';
import type { ReactNode } from 'react';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useListScreen } from './listScreen';
import { getRecordRoute, getRowName, type Row } from './rows';

/** The row that is being drawn. */
export function useListRow(): Row {
  const row = useRecordContext<Row>();
  if (!row) throw new Error('useRow is for what a list draws of its rows');
  return row;
}

/** The link to the row's record; null where there is none to open. Another tab knows nothing of this one. */
export function useRowLink() {
  const row = useListRow();
  const { resource } = useListScreen();
  const path = useLocalizedPath();
  const route = row.isPlaceholder ? null : getRecordRoute(row, resource);
  return route ? { to: path(route), ...(resource.opensInNewTab && { target: '_blank', rel: 'noopener' }) } : null;
}

/** The row's name, the link to its record. */
export function NameLink() {
  const row = useListRow();
  const name = getRowName(row, useListScreen().resource);
  const link = useRowLink();
  if (row.isPlaceholder) return <Skeleton height={20} width={116} />;
  if (!link) return <strong>{name}</strong>;
  return (
    <RouterLink className="whole" {...link}>
      {name}
    </RouterLink>
  );
}

/** What has something to say on hover lies above the row's link, so it is a link itself (not another stop of Tab). */
export function RowOverlayLink({ children }: { children: ReactNode }) {
  const link = useRowLink();
  if (!link) return children;
  return (
    <RouterLink className="over" tabIndex={-1} {...link}>
      {children}
    </RouterLink>
  );
}
