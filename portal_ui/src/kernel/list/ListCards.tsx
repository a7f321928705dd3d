import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { Column, ResourceMeta } from '../../server/types';
import { Cell, RichCell } from './cells';
import { Name, OverLink } from './ListTable';
import { namingColumn } from './listState';
import { isYours, listsRequests, type Row, type RowExtras, recordRoute, rowName } from './rows';
import { UnfoldButton } from './Unfold';

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

type Props = { row: Row; resource: ResourceMeta; columns: readonly Column[]; extras: RowExtras };

/** The first column and the status on top, words below, and at the foot whom it waits for and the last time. */
export function ListCard({ row, resource, columns, extras }: Props) {
  const translate = useTranslate();
  const naming = namingColumn(resource.columns)?.key;
  const route = recordRoute(row, resource);
  const below = naming && extras[naming]?.below?.(row);
  const [open, setOpen] = useState(false);
  const contentId = useId();
  const unfolding = columns.map(({ key }) => extras[key]?.unfolds?.(row, translate)).find(Boolean);
  const status = columns.find((column) => column.type === 'status');
  const role = columns.find((column) => column.type === 'role');
  const time = columns.findLast((column) => column.type === 'datetime');
  const picture = columns.find((column) => column.type === 'image');
  // Entries of a catalogue say what each value is; those of a request are known at a glance.
  const labelled = !listsRequests(resource);
  const words = columns.filter(
    (column) =>
      column.key !== naming &&
      column !== picture &&
      column.type !== 'datetime' &&
      column !== status &&
      column !== role &&
      !extras[column.key]?.unfolds,
  );
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        padding: 2,
        paddingBlock: 1.5,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: isYours(row, resource) ? `inset 3px 0 0 ${theme.vars.palette.primary.main}` : 'none',
        '& .whole': { color: 'inherit', textDecoration: 'none', fontWeight: 'fontWeightBold', whiteSpace: 'nowrap' },
        '& .whole::after': { content: '""', position: 'absolute', inset: 0 },
        '& .over': { position: 'relative', color: 'inherit', textDecoration: 'none' },
        '& time, & .units': { ...theme.typography.body2, color: theme.portal.text3, whiteSpace: 'nowrap' },
        '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 },
        '& .line > :last-child': { marginInlineStart: 'auto' },
      })}
    >
      <div className="line">
        {picture && <Cell row={row} column={picture} resource={resource} />}
        <Name name={rowName(row, resource)} route={route} apart={resource.opensApart} />
        {status ? <Cell row={row} column={status} resource={resource} /> : <span />}
      </div>
      {words.map((column, index) => (
        <Box key={column.key} className="line" sx={{ marginTop: 0.5 }}>
          {labelled && (
            <Box component="span" sx={{ color: 'text.tertiary', flex: '0 0 112px' }}>
              {column.label}
            </Box>
          )}
          <Box component="span" sx={{ flex: labelled ? '1 1 0' : '1 1 160px', minWidth: 0 }}>
            <RichCell inline {...{ row, column, resource, extras }} />
          </Box>
          {index === 0 && below && <span className="units">{below}</span>}
        </Box>
      ))}
      <Box className="line" sx={{ marginTop: 0.5 }}>
        {role && (
          <span>
            <Cell row={row} column={role} resource={resource} />
          </span>
        )}
        {words.length === 0 && below && <span className="units">{below}</span>}
        {time && (
          <OverLink to={route} apart={resource.opensApart}>
            <Cell row={row} column={time} resource={resource} />
          </OverLink>
        )}
      </Box>
      {unfolding && (
        <>
          <UnfoldButton {...{ unfolding, open }} controls={contentId} onToggle={() => setOpen(!open)} />
          {open && <div id={contentId}>{unfolding.content}</div>}
        </>
      )}
    </Box>
  );
}
