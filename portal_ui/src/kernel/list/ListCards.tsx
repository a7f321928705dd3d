import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Column, ResourceMeta } from '../../server/types';
import { RouterLink, usePath } from '../../shared/links';
import { Cell } from './cells';
import { type Row, recordRoute } from './rows';

/** The list on a phone: a card a row. */
export function ListCards({ label, busy, children }: { label: string; busy: boolean; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={busy}
      sx={(theme) => ({
        margin: 0,
        padding: 0,
        listStyle: 'none',
        borderTop: `1px solid ${theme.vars.palette.divider}`,
        '&[aria-busy="true"]': { opacity: 0.6, transition: 'opacity 120ms 150ms' },
      })}
    >
      {children}
    </Box>
  );
}

/** The first column and the status on top, then words, then times: the columns as chosen. */
export function ListCard({ row, resource, columns }: { row: Row; resource: ResourceMeta; columns: readonly Column[] }) {
  const path = usePath();
  const translate = useTranslate();
  const route = recordRoute(row, resource);
  const naming = resource.columns[0]?.key;
  const name = String(row[naming ?? 'id']);
  const status = columns.find((column) => column.type === 'status');
  const times = columns.filter((column) => column.type === 'datetime');
  const role = columns.find((column) => column.type === 'role');
  const words = columns.filter((column) => ![status, role, ...times].includes(column) && column.key !== naming);
  const lastTime = times.at(-1);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        gap: 0.5,
        padding: 2,
        paddingBlock: 1.5,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: row.actionRequiredFromCurrentUser ? `inset 3px 0 0 ${theme.vars.palette.primary.main}` : 'none',
        '& a': { color: 'inherit', textDecoration: 'none', fontWeight: 'fontWeightBold' },
        '& a::after': { content: '""', position: 'absolute', inset: 0 },
        '& time': { ...theme.typography.body2, color: theme.portal.text3 },
      })}
    >
      <span>
        {route ? <RouterLink to={path(route)}>{name}</RouterLink> : <strong>{name}</strong>}
        {typeof row.units === 'number' && (
          <Box
            component="span"
            sx={(theme) => ({ ...theme.typography.body2, color: 'text.tertiary', marginInlineStart: 1 })}
          >
            {translate('lists.units', { smart_count: row.units })}
          </Box>
        )}
      </span>
      {status ? <Cell row={row} column={status} resource={resource} /> : <span />}
      {words.map((column) => (
        <Box component="span" key={column.key} sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Cell {...{ row, column, resource }} />
        </Box>
      ))}
      {(role || lastTime) && (
        <>
          <span>{role && <Cell row={row} column={role} resource={resource} />}</span>
          <span>{lastTime && <Cell row={row} column={lastTime} resource={resource} />}</span>
        </>
      )}
    </Box>
  );
}
