import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import {
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'ra-core';
import { DataTable } from 'react-admin';
import type { Column, ResourceMeta } from '../../server/types';
import { RouterLink, usePath } from '../../shared/links';
import { BulkActions } from './BulkActions';
import { isRightAligned, Quiet, RichCell } from './cells';
import { ExpandButton } from './ExpandButton';
import { namingColumn } from './listParams';
import { useListScreen } from './listScreen';
import { inNewTab, NameLink, OverLink } from './RowLinks';
import { isYours, type Row, recordRoute, rowName } from './rows';
import { listStyle, widthsOf } from './tableStyle';

/** A declared list's table; wide ones scroll in their own box. */
export function ListTable() {
  const { resource, columns, extras } = useListScreen();
  const { isPlaceholderData = false } = useListContext();
  const translate = useTranslate();
  const expands = columns.some(({ key }) => extras[key]?.expand);
  const opens = Object.values(resource.record).some((route) => route !== '');
  const selects = resource.bulkActions.length > 0;
  const isRowExpandable = (row: Row) => columns.some(({ key }) => extras[key]?.expand?.(row, translate));
  return (
    <DataTable<Row>
      rowClick={false}
      bulkActionButtons={selects}
      bulkActionsToolbar={selects ? <BulkActions /> : undefined}
      empty={false}
      {...(expands && { expand: <RowExpansion />, isRowExpandable })}
      aria-label={resource.title}
      aria-busy={isPlaceholderData}
      rowSx={(row) => (isYours(row, resource) ? yours : {})}
      sx={[listStyle, widthsOf(columns, extras, opens, selects)]}
    >
      {columns.map((column, index) => (
        <ListColumn key={column.key} column={column} first={index === 0} />
      ))}
      {opens && <DetailsColumn />}
    </DataTable>
  );
}

const yours = (theme: Theme) => ({
  '& td.first': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}` },
});

/** One declared column: its heading, and the value of a row. */
function ListColumn({ column, first }: { column: Column; first: boolean }) {
  const context = useDataTableRenderContext();
  const sort = useDataTableSortContext();
  const { type, label, sort: field } = column;
  const align = isRightAligned(column) ? 'right' : 'left';
  const sorted = context === 'header' && field !== null && sort?.field === field;
  return (
    <DataTable.Col
      source={field ?? column.key}
      label={label}
      disableSort={field === null}
      // Times begin with the newest, numbers with the greatest, words with A.
      sortByOrder={align === 'right' ? 'DESC' : 'ASC'}
      {...(sorted && { sortDirection: sort?.order === 'ASC' ? 'asc' : 'desc' })}
      align={align}
      className={first ? `${type} first` : type}
    >
      <RowCell column={column} />
    </DataTable.Col>
  );
}

function RowCell({ column }: { column: Column }) {
  const row = useRecordContext<Row>();
  const { resource, extras } = useListScreen();
  const translate = useTranslate();
  if (!row) return null;
  const route = recordRoute(row, resource) || null;
  const { opensInNewTab: newTab } = resource;
  const extra = extras[column.key];
  if (extra?.expand) {
    const expansion = extra.expand(row, translate);
    return expansion && <ExpandButton expansion={expansion} />;
  }
  if (column.key === namingColumn(resource.columns)?.key) {
    const below = extra?.secondary?.(row);
    return (
      <>
        <NameLink to={route} newTab={newTab}>
          {rowName(row, resource)}
        </NameLink>
        {below && <Quiet>{below}</Quiet>}
      </>
    );
  }
  return (
    <OverLink to={column.type === 'datetime' ? route : null} newTab={newTab}>
      <RichCell {...{ row, column, resource, extras }} />
    </OverLink>
  );
}

/** What the button of a row's column opened. */
function RowExpansion() {
  const row = useRecordContext<Row>();
  const { columns, extras } = useListScreen();
  const translate = useTranslate();
  return row && columns.map(({ key }) => extras[key]?.expand?.(row, translate)?.content).find(Boolean);
}

/** The details button of each row with its badge; beside it a link as wide as the row. */
function DetailsColumn() {
  const translate = useTranslate();
  return (
    <DataTable.Col className="details" label={<span className="unseen">{translate('lists.details')}</span>}>
      <DetailsCell />
    </DataTable.Col>
  );
}

function DetailsCell() {
  const row = useRecordContext<Row>();
  const { resource } = useListScreen();
  const path = usePath();
  const translate = useTranslate();
  const route = row && recordRoute(row, resource);
  if (!route) return null;
  const tab = resource.opensInNewTab ? inNewTab : {};
  const Opens = resource.create !== null ? EditIcon : resource.opensInNewTab ? OpenInNewIcon : ChevronRightIcon;
  return (
    <>
      <RouterLink className="row" to={path(route)} {...tab} tabIndex={-1} aria-hidden />
      <Badge badgeContent={isYours(row, resource) ? 1 : 0} color="primary" overlap="circular">
        <IconButton
          size="small"
          component={RouterLink}
          to={path(route)}
          {...tab}
          aria-label={translate(detailsWords(resource), { name: rowName(row, resource) })}
        >
          <Opens />
        </IconButton>
      </Badge>
    </>
  );
}

function detailsWords(resource: ResourceMeta): string {
  if (resource.create !== null) return 'lists.editOf';
  return resource.opensInNewTab ? 'lists.detailsInNewTab' : 'lists.detailsOf';
}
