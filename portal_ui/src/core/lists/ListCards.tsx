import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { RecordContextProvider, useListContext } from 'ra-core';
import { Fragment } from 'react';
import type { Column } from '../../api/types';
import { Cell } from './cells';
import { ExpandButton, useExpansion } from './ExpandButton';
import { CardBulkActions, SelectRowCheckbox } from './ListBulkActions';
import { getNameColumn } from './listParams';
import { type ListScreen, useListScreen } from './listScreen';
import { NameLink, RowOverlayLink, useListRow } from './RowLinks';
import { type ColumnOverrides, isRequestList, type Row, requiresMyAction } from './rows';

/** Rows of the ListContext as cards, for narrow screens. */
export function ListCards() {
  const { resource } = useListScreen();
  const { data = [], isPlaceholderData = false } = useListContext<Row>();
  return (
    <>
      {resource.bulkActions.length > 0 && <CardBulkActions />}
      <Box component="ul" aria-label={resource.title} aria-busy={isPlaceholderData} sx={listStyle}>
        {data.map((row) => (
          <RecordContextProvider key={row.id} value={row}>
            <ListCard />
          </RecordContextProvider>
        ))}
      </Box>
    </>
  );
}

const listStyle = (theme: Theme) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&[aria-busy="true"]': { opacity: 0.6, transition: 'opacity 120ms 150ms' },
});

const cardStyle = (theme: Theme) => ({
  position: 'relative',
  padding: 2,
  paddingBlock: 1.5,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&.yours': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}` },
  '& .recordLink': { color: 'inherit', textDecoration: 'none', fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' },
  '&.request .recordLink': { whiteSpace: 'nowrap' },
  '& .recordLink::after': { content: '""', position: 'absolute', inset: 0 },
  '& .overlayLink': { position: 'relative', color: 'inherit', textDecoration: 'none' },
  '& .quiet, & time': { ...theme.typography.body2, color: theme.portal.text3, whiteSpace: 'nowrap' },
  '& .label': { flex: '0 0 112px', color: theme.portal.text3 },
  '& .statuses': { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 },
  '& .line.value': { alignItems: 'baseline' },
  '& .line.nowrap': { flexWrap: 'nowrap' },
  '& .line.nowrap > :is(a, strong)': { minWidth: 0, overflowWrap: 'anywhere' },
  '& .line + .line': { marginTop: 0.5 },
  '& .line > :last-child': { marginInlineStart: 'auto' },
});

/** Assign the columns to the areas of a card; text columns have a line each. */
function arrangeFields({ resource, columns, extras }: ListScreen) {
  const getColumnsOfType = (type: Column['type']) => columns.filter((column) => column.type === type);
  const placed = new Set([
    ...getColumnsOfType('status'),
    ...getColumnsOfType('role').slice(0, 1),
    ...getColumnsOfType('image').slice(0, 1),
  ]);
  const naming = getNameColumn(resource.columns)?.key;
  return {
    statuses: getColumnsOfType('status'),
    role: getColumnsOfType('role')[0],
    picture: getColumnsOfType('image')[0],
    time: getColumnsOfType('datetime').at(-1),
    textColumns: columns
      .filter((column) => {
        const { render, expand } = extras[column.key] ?? {};
        return column.key !== naming && !placed.has(column) && !expand && (column.type !== 'datetime' || render);
      })
      // The internal ID comes last: users do not search for it.
      .sort((a, b) => Number(a.key === 'id') - Number(b.key === 'id')),
  };
}

/** Return whether a column has content in a row; a card omits empty lines. */
function hasContent(row: Row, { key }: Column, extras: ColumnOverrides): boolean {
  const { render, secondary } = extras[key] ?? {};
  const value: unknown = render?.(row) ?? row[key] ?? '';
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return !isEmpty || Boolean(secondary?.(row));
}

/** Card of a row: name and statuses, text columns, responsible role and last time. */
function ListCard() {
  const row = useListRow();
  const screen = useListScreen();
  const { resource, extras } = screen;
  const { statuses, role, picture, time, textColumns: declared } = arrangeFields(screen);
  const textColumns = declared.filter((column) => row.isPlaceholder || hasContent(row, column, extras));
  const { expansion, isOpen, id } = useExpansion();
  // Values of a request are recognizable without a label, those of a catalog entry are not.
  const labelled = !isRequestList(resource);
  const secondary = extras[getNameColumn(resource.columns)?.key ?? '']?.secondary?.(row);
  const units = secondary && <span className="quiet">{secondary}</span>;
  return (
    <Box
      component="li"
      className={`${labelled ? 'entry' : 'request'}${requiresMyAction(row, resource) ? ' yours' : ''}`}
      sx={cardStyle}
    >
      <div className={statuses.length === 0 ? 'line nowrap' : 'line'}>
        {resource.bulkActions.length > 0 && <SelectRowCheckbox />}
        {picture && <Cell column={picture} />}
        <NameLink />
        <span className="statuses">
          {statuses.map((column, index) => (
            <Fragment key={column.key}>
              {index > 0 && <ArrowForwardIcon aria-hidden sx={{ fontSize: 16, color: 'text.tertiary' }} />}
              <Cell column={column} />
            </Fragment>
          ))}
        </span>
      </div>
      {textColumns.map((column, index) => (
        <div key={column.key} className="line value">
          {(labelled || column.type === 'datetime') && <span className="label">{column.label}</span>}
          <Box component="span" sx={{ flex: labelled ? '1 1 0' : '1 1 160px', minWidth: 0 }}>
            <Cell column={column} />
          </Box>
          {index === 0 && units}
        </div>
      ))}
      <div className="line">
        {role && (row.isPlaceholder || row[role.key]) && (
          <span>
            <span className="quiet">{`${role.label} `}</span>
            <Cell column={role} />
          </span>
        )}
        {textColumns.length === 0 && units}
        {time && (
          <RowOverlayLink>
            <span className="quiet">{`${time.label} `}</span>
            <Cell column={time} />
          </RowOverlayLink>
        )}
      </div>
      {expansion && (
        <>
          <ExpandButton />
          {isOpen && <div id={id}>{expansion.content}</div>}
        </>
      )}
    </Box>
  );
}
