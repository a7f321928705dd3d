import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { RecordContextProvider, useExpanded, useListContext, useRecordContext, useTranslate } from 'ra-core';
import { Fragment, type ReactNode } from 'react';
import { Cell, RichCell } from './cells';
import { ExpandButton, expansionId } from './ExpandButton';
import { namingColumn } from './listParams';
import { useListScreen } from './listScreen';
import { NameLink, OverLink } from './RowLinks';
import { type Expansion, isYours, listsRequests, type Row, recordRoute, rowName } from './rows';

/** The rows of the ListContext on a phone: a card each. */
export function ListCards() {
  const { data = [], isPlaceholderData = false } = useListContext<Row>();
  return (
    <CardList busy={isPlaceholderData}>
      {data.map((row) => (
        <RecordContextProvider key={row.id} value={row}>
          <ListCard row={row} />
        </RecordContextProvider>
      ))}
    </CardList>
  );
}

/** The cards, or what stands in their place. */
export function CardList({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  const { resource } = useListScreen();
  return (
    <Box component="ul" aria-label={resource.title} aria-busy={busy} sx={listStyle}>
      {children}
    </Box>
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
  '& .whole': { color: 'inherit', textDecoration: 'none', fontWeight: 'fontWeightBold', whiteSpace: 'nowrap' },
  '& .whole::after': { content: '""', position: 'absolute', inset: 0 },
  '& .over': { position: 'relative', color: 'inherit', textDecoration: 'none' },
  '& .quiet': { ...theme.typography.body2, color: theme.portal.text3 },
  '& time, & .units': { ...theme.typography.body2, color: theme.portal.text3, whiteSpace: 'nowrap' },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 },
  '& .line + .line': { marginTop: 0.5 },
  '& .line > :last-child': { marginInlineStart: 'auto' },
});

/** The name and the status on top, words below, and at the foot whom it waits for and the last time. */
function ListCard({ row }: { row: Row }) {
  const { resource, columns, extras } = useListScreen();
  const translate = useTranslate();
  const naming = namingColumn(resource.columns)?.key;
  const route = recordRoute(row, resource) || null;
  const { opensInNewTab: newTab } = resource;
  const below = naming && extras[naming]?.secondary?.(row);
  const expansion = columns.map(({ key }) => extras[key]?.expand?.(row, translate)).find(Boolean);
  const statuses = columns.filter(({ type }) => type === 'status');
  const role = columns.find(({ type }) => type === 'role');
  const time = columns.findLast(({ type }) => type === 'datetime');
  const picture = columns.find(({ type }) => type === 'image');
  // Entries of a catalogue say what each value is; those of a request are known at a glance.
  const labelled = !listsRequests(resource);
  const elsewhere = [picture, role];
  const words = columns.filter(
    (column) =>
      column.key !== naming &&
      (column.type !== 'datetime' || extras[column.key]?.render) &&
      column.type !== 'status' &&
      !elsewhere.includes(column) &&
      !extras[column.key]?.expand,
  );
  return (
    <Box
      component="li"
      sx={[
        cardStyle,
        isYours(row, resource) && ((theme) => ({ boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}` })),
      ]}
    >
      <div className="line">
        {picture && <Cell row={row} column={picture} resource={resource} />}
        <NameLink to={route} newTab={newTab}>
          {rowName(row, resource)}
        </NameLink>
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
          {statuses.map((column, index) => (
            <Fragment key={column.key}>
              {index > 0 && <ArrowForwardIcon aria-hidden sx={{ fontSize: 16, color: 'text.tertiary' }} />}
              <Cell row={row} column={column} resource={resource} />
            </Fragment>
          ))}
        </Box>
      </div>
      {words.map((column, index) => (
        <div key={column.key} className="line">
          {(labelled || column.type === 'datetime') && (
            <Box component="span" sx={{ color: 'text.tertiary', flex: '0 0 112px' }}>
              {column.label}
            </Box>
          )}
          <Box component="span" sx={{ flex: labelled ? '1 1 0' : '1 1 160px', minWidth: 0 }}>
            <RichCell inline {...{ row, column, resource, extras }} />
          </Box>
          {index === 0 && below && <span className="units">{below}</span>}
        </div>
      ))}
      <div className="line">
        {role && (
          <span>
            <Cell row={row} column={role} resource={resource} />
          </span>
        )}
        {words.length === 0 && below && <span className="units">{below}</span>}
        {time && (
          <OverLink to={route} newTab={newTab}>
            <span className="quiet">{`${time.label.replace(/ \(.*/, '')} `}</span>
            <Cell row={row} column={time} resource={resource} />
          </OverLink>
        )}
      </div>
      {expansion && <CardExpansion expansion={expansion} />}
    </Box>
  );
}

function CardExpansion({ expansion }: { expansion: Expansion }) {
  const { resource } = useListScreen();
  const id = useRecordContext<Row>()?.id ?? 0;
  const [open] = useExpanded(resource.name, id);
  return (
    <>
      <ExpandButton expansion={expansion} />
      {open && <div id={expansionId(resource.name, id)}>{expansion.content}</div>}
    </>
  );
}
