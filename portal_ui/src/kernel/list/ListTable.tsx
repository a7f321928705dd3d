import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { Column, ResourceMeta } from '../../server/types';
import { RouterLink, usePath } from '../../shared/links';
import { isRightAligned, Quiet, RichCell } from './cells';
import { type ListState, namingColumn, type Order } from './listState';
import { isYours, type Row, type RowExtras, recordRoute, rowName } from './rows';
import { tableStyle } from './tableStyle';
import { UnfoldButton } from './Unfold';

type Props = {
  resource: ResourceMeta;
  columns: readonly Column[];
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
  /** The rows, or what stands in their place. */
  children: ReactNode;
  busy: boolean;
};

/** A declared list's table; wide ones scroll in their own box. */
export function ListTable({ resource, columns, sort, onSort, children, busy }: Props) {
  const translate = useTranslate();
  return (
    // What is only for screen readers stays inside the box as well: else the page itself gets wide.
    <Box sx={{ overflowX: 'auto', position: 'relative' }}>
      <Box component="table" aria-label={resource.title} aria-busy={busy} sx={tableStyle}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.key} {...{ column, sort, onSort }} />
            ))}
            <th>
              <span className="unseen">{translate('lists.details')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Box>
    </Box>
  );
}

function ColumnHead({ column, sort, onSort }: { column: Column } & Pick<Props, 'sort' | 'onSort'>) {
  const [field, order] = sort;
  const sorted = column.sort !== null && column.sort === field;
  const Arrow = order === 'ASC' ? ArrowUpwardIcon : ArrowDownwardIcon;
  const align = isRightAligned(column) ? 'right' : undefined;
  if (column.sort === null) return <th className={align}>{column.label}</th>;
  const next: Order = sorted ? (order === 'ASC' ? 'DESC' : 'ASC') : firstOrder(column);
  return (
    <th className={align} aria-sort={sorted ? (order === 'ASC' ? 'ascending' : 'descending') : undefined}>
      <ButtonBase className="sort" onClick={() => onSort([column.sort ?? '', next])}>
        {column.label}
        {sorted && <Arrow aria-hidden sx={{ fontSize: 14, marginInlineStart: 0.5 }} />}
      </ButtonBase>
    </th>
  );
}

/** Times begin with the newest, numbers with the greatest, words with A. */
function firstOrder(column: Column): Order {
  return isRightAligned(column) ? 'DESC' : 'ASC';
}

type RowProps = { row: Row; resource: ResourceMeta; columns: readonly Column[]; extras: RowExtras };

/** One row: all of it is a link to its record, and so is the details button at its end. */
export function ListRow({ row, resource, columns, extras }: RowProps) {
  const path = usePath();
  const translate = useTranslate();
  const route = recordRoute(row, resource);
  const naming = namingColumn(resource.columns)?.key;
  const name = rowName(row, resource);
  const Opens = resource.create !== null ? EditIcon : resource.opensApart ? OpenInNewIcon : ChevronRightIcon;
  const yours = isYours(row, resource);
  const below = naming && extras[naming]?.below?.(row);
  const [open, setOpen] = useState(false);
  const contentId = useId();
  const unfolding = columns.map(({ key }) => extras[key]?.unfolds?.(row, translate)).find(Boolean);
  const line = (
    <tr className={yours ? 'yours' : undefined}>
      {columns.map((column) => (
        <td key={column.key} className={isRightAligned(column) ? 'right' : column.type}>
          {column.key === naming ? (
            <>
              <Name name={name} route={route} apart={resource.opensApart} />
              {below && <Quiet>{below}</Quiet>}
            </>
          ) : extras[column.key]?.unfolds ? (
            unfolding && <UnfoldButton {...{ unfolding, open }} controls={contentId} onToggle={() => setOpen(!open)} />
          ) : (
            <OverLink to={column.type === 'datetime' ? route : null} apart={resource.opensApart}>
              <RichCell {...{ row, column, resource, extras }} />
            </OverLink>
          )}
        </td>
      ))}
      <td className="details">
        {route && (
          <Badge badgeContent={yours ? 1 : 0} color="primary" overlap="circular">
            <IconButton
              size="small"
              component={RouterLink}
              to={path(route)}
              {...(resource.opensApart && inNewTab)}
              aria-label={translate(detailsWords(resource), { name })}
            >
              <Opens />
            </IconButton>
          </Badge>
        )}
      </td>
    </tr>
  );
  if (!unfolding || !open) return line;
  return (
    <>
      {line}
      <tr className="unfolded">
        <td colSpan={columns.length + 1} id={contentId}>
          {unfolding.content}
        </td>
      </tr>
    </>
  );
}

/** Another tab, which knows nothing of this one. */
const inNewTab = { target: '_blank', rel: 'noopener' } as const;

function detailsWords(resource: ResourceMeta): string {
  if (resource.create !== null) return 'lists.editOf';
  return resource.opensApart ? 'lists.detailsApart' : 'lists.detailsOf';
}

type RowLink = { to: string | null; apart: boolean; children: ReactNode };

/** What has something to say on hover lies above the row's link, so it is a link itself (not another stop of Tab). */
export function OverLink({ to, apart, children }: RowLink) {
  const path = usePath();
  if (to === null) return children;
  return (
    <RouterLink className="over" tabIndex={-1} to={path(to)} {...(apart && inNewTab)}>
      {children}
    </RouterLink>
  );
}

/** The row's name, whose link covers the whole row. */
export function Name({ name, route, apart }: { name: string; route: string | null; apart: boolean }) {
  const path = usePath();
  if (!route) return <strong>{name}</strong>;
  return (
    <RouterLink className="whole" to={path(route)} {...(apart && inNewTab)}>
      {name}
    </RouterLink>
  );
}
