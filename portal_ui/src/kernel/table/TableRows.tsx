import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { MARK_WIDTH } from './columns';
import type { Column, Field, TableProps } from './declaration';
import { FieldLabel } from './FieldLabel';
import { TableRow } from './TableRow';
import type { MarkControl } from './useMarks';
import { useTable } from './useTable';

const EDGE = 16;

/** The rows as a table; its head stays in view. */
export function TableRows<Row>(props: TableProps<Row>) {
  const { label, columns, marks, rowProps, heights, align = 'middle' } = props;
  const box = useRef<HTMLTableSectionElement>(null);
  const { count, virtualized, drawn, measure, markOf, handlers } = useTable(props, box, heights.row);
  const span = columns.length + (marks ? 1 : 0);
  return (
    <TableFrame data-align={align} aria-label={label} aria-rowcount={virtualized ? count + 1 : undefined} {...handlers}>
      <colgroup>
        {marks && <col style={{ width: MARK_WIDTH }} />}
        {columns.map(({ key, width }) => (
          <col key={key} style={width === undefined ? {} : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {marks && (
            <th scope="col">
              <MarkAll marks={marks} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody ref={box}>
        {drawn.map((item) => {
          if (item.kind === 'space') {
            return (
              <tr key={item.key} data-space aria-hidden>
                <td colSpan={span} style={{ height: item.height }} />
              </tr>
            );
          }
          if (item.kind === 'group') {
            return (
              <tr key={item.key} ref={measure} data-index={item.index} data-group>
                <th colSpan={span} scope="rowgroup">
                  {item.heading}
                </th>
              </tr>
            );
          }
          return (
            <TableRow
              key={item.key}
              row={item.row}
              id={item.key}
              name={item.name}
              index={item.index}
              count={virtualized ? count : undefined}
              marked={markOf(item.row)}
              onMark={marks?.toggle}
              {...{ columns, measure, rowProps }}
            />
          );
        })}
      </tbody>
    </TableFrame>
  );
}

function MarkAll({ marks }: { marks: MarkControl }) {
  const translate = useTranslate();
  return (
    <Checkbox
      checked={marks.all}
      indeterminate={marks.some}
      onChange={marks.toggleAll}
      slotProps={{ input: { 'aria-label': translate('process.units.markAll') } }}
      sx={{ padding: 0.5, marginLeft: -0.5 }}
    />
  );
}

function Head<Row>({ column }: { column: Column<Row> }) {
  if ('stack' in column) {
    return (
      <th scope="col">
        {column.stack.map((field) => (
          <div key={field.key} className={field.align}>
            <HeadWords field={field} />
          </div>
        ))}
      </th>
    );
  }
  return (
    <th scope="col" className={column.align}>
      <HeadWords field={column} />
    </th>
  );
}

function HeadWords<Row>({ field }: { field: Field<Row> }) {
  const { quiet, head, label } = field;
  if (!quiet) return head ?? <FieldLabel field={field} />;
  return (
    <Box component="span" sx={visuallyHidden}>
      {label}
    </Box>
  );
}

/** The table with all its places. Their rules stand here, by element: rows come and go while a long table is scrolled. */
const TableFrame = styled('table')(({ theme }) => ({
  ...theme.typography.body1,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': {
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    paddingBlock: '8px',
    paddingInline: '6px',
    textAlign: 'start',
  },
  '&[data-align="top"] td': { verticalAlign: 'top' },
  '& .end': { textAlign: 'end' },
  // A number keeps its distance from what follows it.
  '& .end + td, & .end + th': { paddingInlineStart: '18px' },
  '& tr > :first-of-type': { paddingLeft: `${EDGE}px` },
  '& tr > :last-of-type': { paddingRight: `${EDGE}px` },
  '& thead': {
    position: 'sticky',
    top: theme.portal.barHeight,
    zIndex: 2,
  },
  '& thead th': {
    ...theme.typography.subtitle2,
    verticalAlign: 'bottom',
    color: theme.portal.text3,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& [data-group] > th': { fontWeight: 'inherit', backgroundColor: theme.portal.sunk },
  '& tbody > tr:last-of-type > td': { borderBottom: 0 },
  '& tr[aria-selected="true"] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[data-over] > td': { backgroundColor: theme.portal.accentSoft },
  '& tr[data-space] > td': { padding: 0, border: 0 },
}));
