import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useDataTableRenderContext, useDataTableSortContext, useListContext, useTranslate } from 'ra-core';
import { DataTable } from 'react-admin';
import type { Column } from '../../api/types';
import { RouterLink } from '../routing/links';
import { Cell, getTimeForm, isRightAligned, SecondaryText, useHeading } from './cells';
import { ExpandButton, useExpansion } from './ExpandButton';
import { ListBulkActions } from './ListBulkActions';
import { getNameColumn } from './listParams';
import { useListScreen } from './listScreen';
import { NameLink, RowOverlayLink, TurnBadge, useListRow, useRowLink } from './RowLinks';
import { getRowName, type Row, requiresMyAction } from './rows';
import { embeddedStyle, getColumnWidths, listStyle } from './tableStyle';

/** Table of a declared list; a wide table scrolls in its own container. */
export function ListTable() {
  const screen = useListScreen();
  const { resource, columns, extras, isEmbedded } = screen;
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
      sx={[listStyle, getColumnWidths(screen), isEmbedded ? embeddedStyle : {}]}
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

/** Return the style of a row: bar if it is marked, color for the user's next step. */
const styleRow = (isSelected: boolean, isUserTurn: boolean) => ({
  ...(isSelected && { '& td.first': { boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)' } }),
  ...(isUserTurn && { '& td.column-nextStep': { color: 'portal.accentText', fontWeight: 'fontWeightMedium' } }),
});

/** DataTable column of a declared column: header and cell. */
function ListColumn({ column, index }: { column: Column; index: number }) {
  const context = useDataTableRenderContext();
  const sort = useDataTableSortContext();
  const { columns, extras } = useListScreen();
  const heading = useHeading(column);
  const { type, sort: field } = column;
  const startsDescending = isRightAligned(column);
  // Icons scroll away; the column after them stays.
  const sticky = columns.findIndex(({ key }) => !extras[key]?.isIcon);
  const sorted = context === 'header' && field !== null && sort?.field === field;
  return (
    <DataTable.Col
      source={field ?? column.key}
      label={heading}
      disableSort={field === null}
      // The first sort is descending for times and numbers, ascending for text.
      sortByOrder={startsDescending ? 'DESC' : 'ASC'}
      {...(sorted && { sortDirection: sort?.order === 'ASC' ? 'asc' : 'desc' })}
      align={startsDescending && index > 0 ? 'right' : 'left'}
      className={classNames(
        type,
        index === 0 && 'first',
        index === sticky && 'sticky',
        extras[column.key]?.isIcon && 'icon',
        heading !== column.label && `${getTimeForm(column, extras) ?? 'full'}Time`,
      )}
    >
      {/* Not in the sticky cell: positioned, it would limit the link to its own width. */}
      {index === (sticky === 0 ? 1 : 0) && <RowLink />}
      <ColumnCell column={column} />
    </DataTable.Col>
  );
}

const classNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ');

function ColumnCell({ column }: { column: Column }) {
  const row = useListRow();
  const { resource, extras } = useListScreen();
  const translate = useTranslate();
  const { expand, secondary } = extras[column.key] ?? {};
  if (expand && !row.isPlaceholder) return <ExpandButton inTable />;
  if (column.key === getNameColumn(resource.columns)?.key) {
    const added = !row.isPlaceholder && secondary?.(row, translate);
    return (
      <>
        <NameLink />
        {added && <SecondaryText>{added}</SecondaryText>}
      </>
    );
  }
  const cell = <Cell column={column} inTable />;
  const hasTooltip = column.type === 'datetime' || extras[column.key]?.isIcon;
  return hasTooltip ? <RowOverlayLink>{cell}</RowOverlayLink> : cell;
}

/** Expanded content below a row. */
function RowExpansion() {
  return useExpansion().expansion?.content;
}

/** Link that covers the whole row; NameLink is the accessible one. */
function RowLink() {
  const link = useRowLink();
  return link && <RouterLink className="row" {...link} tabIndex={-1} aria-hidden />;
}

/** Details button of a row, with a badge if the row requires action. */
function DetailsCell() {
  const row = useListRow();
  const link = useRowLink();
  const { resource } = useListScreen();
  const translate = useTranslate();
  if (!link) return null;
  const { labelKey, Icon } = renderDetails(resource);
  return (
    <TurnBadge>
      <IconButton
        size="small"
        component={RouterLink}
        {...link}
        aria-label={translate(labelKey, { name: getRowName(row, resource) })}
      >
        <Icon />
      </IconButton>
    </TurnBadge>
  );
}

function renderDetails({ create, opensInNewTab }: { create: string | null; opensInNewTab: boolean }) {
  if (create !== null) return { labelKey: 'lists.editOf', Icon: EditIcon };
  if (opensInNewTab) return { labelKey: 'lists.detailsInNewTab', Icon: OpenInNewIcon };
  return { labelKey: 'lists.detailsOf', Icon: ChevronRightIcon };
}
