import Badge from '@mui/material/Badge';
import Skeleton from '@mui/material/Skeleton';
import { useRecordContext } from 'ra-core';
import type { ReactNode } from 'react';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useListScreen } from './listScreen';
import { getRecordRoute, getRowName, type Row, requiresMyAction } from './rows';

/** Return the row of the RecordContext. */
export function useListRow(): Row {
  const row = useRecordContext<Row>();
  if (!row) throw new Error('useListRow must be used within a list row');
  return row;
}

/** Return the props of the link to the record; null without one. New tabs get no opener. */
export function useRowLink() {
  const row = useListRow();
  const { resource } = useListScreen();
  const path = useLocalizedPath();
  const route = row.isPlaceholder ? null : getRecordRoute(row, resource);
  return route ? { to: path(route), ...(resource.opensInNewTab && { target: '_blank', rel: 'noopener' }) } : null;
}

/** Name of the row, as a link to its record. */
export function NameLink() {
  const row = useListRow();
  const name = getRowName(row, useListScreen().resource);
  const link = useRowLink();
  if (row.isPlaceholder) return <Skeleton height={20} width={116} />;
  if (!link) return <strong title={name}>{name}</strong>;
  return (
    <RouterLink className="recordLink" {...link}>
      {name}
    </RouterLink>
  );
}

/** Link around content with a tooltip, which is above the row's link; no tab stop. */
export function RowOverlayLink({ children }: { children: ReactNode }) {
  const link = useRowLink();
  if (!link) return children;
  return (
    <RouterLink className="overlayLink" tabIndex={-1} {...link}>
      {children}
    </RouterLink>
  );
}

/** Badge before the arrow, which it must not touch. */
const badgeStyle = {
  '& .MuiBadge-badge': { inset: '50% auto auto -2px', transform: 'translate(-50%, -50%)' },
} as const;

/** Badge of a row that requires action by the user. */
export function TurnBadge({ children }: { children: ReactNode }) {
  const row = useListRow();
  const { resource } = useListScreen();
  if (!requiresMyAction(row, resource)) return children;
  return (
    <Badge badgeContent={1} color="primary" sx={badgeStyle}>
      {children}
    </Badge>
  );
}
