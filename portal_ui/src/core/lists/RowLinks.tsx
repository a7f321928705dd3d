import Skeleton from '@mui/material/Skeleton';
import { useRecordContext } from 'ra-core';
import type { ReactNode } from 'react';
import { RouterLink, usePath } from '../routing/links';
import { useListScreen } from './listScreen';
import { type Row, recordRoute, rowName } from './rows';

/** The row that is being drawn. */
export function useRow(): Row {
  const row = useRecordContext<Row>();
  if (!row) throw new Error('useRow is for what a list draws of its rows');
  return row;
}

/** The link to the row's record; null where there is none to open. Another tab knows nothing of this one. */
export function useRowLink() {
  const row = useRow();
  const { resource } = useListScreen();
  const path = usePath();
  const route = row.isToCome ? null : recordRoute(row, resource);
  return route ? { to: path(route), ...(resource.opensInNewTab && { target: '_blank', rel: 'noopener' }) } : null;
}

/** The row's name, the link to its record. */
export function NameLink() {
  const row = useRow();
  const name = rowName(row, useListScreen().resource);
  const link = useRowLink();
  if (row.isToCome) return <Skeleton height={20} width={116} />;
  if (!link) return <strong>{name}</strong>;
  return (
    <RouterLink className="whole" {...link}>
      {name}
    </RouterLink>
  );
}

/** What has something to say on hover lies above the row's link, so it is a link itself (not another stop of Tab). */
export function OverLink({ children }: { children: ReactNode }) {
  const link = useRowLink();
  if (!link) return children;
  return (
    <RouterLink className="over" tabIndex={-1} {...link}>
      {children}
    </RouterLink>
  );
}
