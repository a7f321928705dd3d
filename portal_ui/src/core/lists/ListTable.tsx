import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useDataTableRenderContext, useDataTableSortContext, useListContext, useTranslate } from 'ra-core';
import { DataTable } from 'react-admin';
import type { Column } from '../../api/types';
import { useFormat } from '../i18n/format';
import { RouterLink } from '../routing/links';
import { Cell, isClockTime, isRightAligned, SecondaryText } from './cells';
import { ExpandButton, useExpansion } from './ExpandButton';
import { ListBulkActions } from './ListBulkActions';
import { getNameColumn } from './listParams';
import { useListScreen } from './listScreen';
import { NameLink, RowOverlayLink, useListRow, useRowLink } from './RowLinks';
import { getRowName, type Row, requiresMyAction } from './rows';
import { getColumnWidths, listStyle } from './tableStyle';

/** A declared list's table; wide ones scroll in their own box. */
export function ListTable() {
  const screen = useListScreen();
  const { resource, columns, extras } = screen;
  const { isPlaceholderData = false } = useListContext();
  const translate = useTranslate();
  const expands = columns.flatMap(({ key }) => extras[key]?.expand ?? []);
  const opens = Object.values(resource.record).some((route) => route !== '');
  const selects = resource.bulkActions.length > 0;
  return (
    <DataTable<Row>
      rowClick={false}
      bulkActionButtons={selects}
      bulkActionsToolbar={selects ? <ListBulkActions /> : undefined}
      isRowSelectable={(row) => !row.isPlaceholder}
      empty={false}
      {...(expands.length > 0 && {
        expand: <RowExpansion />,
        isRowExpandable: (row: Row) => expands.some((expand) => expand(row, translate)),
      })}
      aria-label={resource.title}
      aria-busy={isPlaceholderData}
      rowSx={(row) => styleRow(requiresMyAction(row, resource), row.actionRequiredFromCurrentUser === true)}
      sx={[listStyle, getColumnWidths(screen)]}
    >
      {columns.map((column, index) => (
        <ListColumn key={column.key} column={column} index={index} />
      ))}
      {opens && (
        <DataTable.Col className="details" label={<Box sx={visuallyHidden}>{translate('lists.details')}</Box>}>
          <DetailsCell />
        </DataTable.Col>
      )}
    </DataTable>
  );
}

/** A bar where others are not the user's, and what the user must do in the accent's color. */
const styleRow = (isMarked: boolean, isMine: boolean) => ({
  ...(isMarked && { '& td.first': { boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)' } }),
  ...(isMine && { '& td.column-nextStep': { color: 'portal.accentText', fontWeight: 'fontWeightMedium' } }),
});

/** The heading of a column; of times with the offset of New York's clock, in summer, in winter or in both. */
function useHeading(column: Column, isHead: boolean): string {
  const format = useFormat();
  const translate = useTranslate();
  const { data = [] } = useListContext<Row>();
  const { key, label } = column;
  if (!isHead || !isClockTime(column)) return label;
  const times = data.flatMap((row) => (typeof row[key] === 'string' ? [row[key]] : []));
  return translate('lists.atOffset', { label, offset: format.offsets(times) });
}

/** One declared column: its heading, and the value of a row. */
function ListColumn({ column, index }: { column: Column; index: number }) {
  const context = useDataTableRenderContext();
  const sort = useDataTableSortContext();
  const heading = useHeading(column, context === 'header');
  const { type, sort: field } = column;
  const align = isRightAligned(column) ? 'right' : 'left';
  const sorted = context === 'header' && field !== null && sort?.field === field;
  return (
    <DataTable.Col
      source={field ?? column.key}
      label={heading}
      disableSort={field === null}
      // Times begin with the newest, numbers with the greatest, words with A.
      sortByOrder={align === 'right' ? 'DESC' : 'ASC'}
      {...(sorted && { sortDirection: sort?.order === 'ASC' ? 'asc' : 'desc' })}
      align={align}
      className={index === 0 ? `${type} first` : type}
    >
      {/* Not in a cell that stays in view: there the link would be no wider than the cell. */}
      {index === 1 && <RowLink />}
      <ColumnCell column={column} />
    </DataTable.Col>
  );
}

function ColumnCell({ column }: { column: Column }) {
  const row = useListRow();
  const { resource, extras } = useListScreen();
  const { expand, secondary } = extras[column.key] ?? {};
  if (expand && !row.isPlaceholder) return <ExpandButton />;
  if (column.key === getNameColumn(resource.columns)?.key) {
    const added = !row.isPlaceholder && secondary?.(row);
    return (
      <>
        <NameLink />
        {added && <SecondaryText>{added}</SecondaryText>}
      </>
    );
  }
  const cell = <Cell column={column} inTable />;
  return column.type === 'datetime' ? <RowOverlayLink>{cell}</RowOverlayLink> : cell;
}

/** What the button of a row's column opened. */
function RowExpansion() {
  return useExpansion().expansion?.content;
}

/** A link as wide as the row. */
function RowLink() {
  const link = useRowLink();
  return link && <RouterLink className="row" {...link} tabIndex={-1} aria-hidden />;
}

/** The details button of each row with its badge. */
function DetailsCell() {
  const row = useListRow();
  const link = useRowLink();
  const { resource } = useListScreen();
  const translate = useTranslate();
  if (!link) return null;
  const { words, Icon } = renderDetails(resource);
  return (
    <Badge badgeContent={requiresMyAction(row, resource) ? 1 : null} color="primary" sx={inLine}>
      <IconButton
        size="small"
        component={RouterLink}
        {...link}
        aria-label={translate(words, { name: getRowName(row, resource) })}
      >
        <Icon />
      </IconButton>
    </Badge>
  );
}

/** In a line with the button, not at a corner of it. */
const inLine = {
  flexDirection: 'row-reverse',
  alignItems: 'center',
  '& .MuiBadge-badge': { position: 'static', transform: 'none' },
  '& .MuiBadge-invisible': { display: 'none' },
} as const;

function renderDetails({ create, opensInNewTab }: { create: string | null; opensInNewTab: boolean }) {
  if (create !== null) return { words: 'lists.editOf', Icon: EditIcon };
  if (opensInNewTab) return { words: 'lists.detailsInNewTab', Icon: OpenInNewIcon };
  return { words: 'lists.detailsOf', Icon: ChevronRightIcon };
}
