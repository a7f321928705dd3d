import Box from '@mui/material/Box';
import { type HTMLAttributes, memo, type ReactElement } from 'react';
import { Dash } from './CellText';
import { RowCheckbox, type RowCheckboxProps } from './RowCheckbox';
import type { CellContext, Column, Field } from './tableTypes';

export interface RowProps<Row> extends RowCheckboxProps {
  row: Row;
  index: number;
  /** Number of rows in a virtualized table. */
  count: number | undefined;
  /** True while its details are shown next to the table. */
  isCurrent: boolean;
  measure: ((element: HTMLElement | null) => void) | undefined;
  rowProps: ((row: Row) => HTMLAttributes<HTMLElement>) | undefined;
  columns: readonly Column<Row>[];
}

function BaseRow<Row>(props: RowProps<Row>) {
  const { row, id, index, count, columns, name, isSelected, isCurrent, onToggle, measure, rowProps } = props;
  const context: CellContext = { name, onCard: false };
  return (
    <tr
      {...rowProps?.(row)}
      ref={measure}
      data-index={index}
      aria-rowindex={count === undefined ? undefined : index + 2}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
    >
      {onToggle && <td>{isSelected !== undefined && <RowCheckbox {...{ id, name, isSelected, onToggle }} />}</td>}
      {columns.map((column) =>
        'stack' in column ? (
          <td key={column.key}>
            <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
              {omitEmpty(column.stack, row).map((field) => (
                <Box key={field.key} className={field.align} sx={{ minWidth: 0 }}>
                  {field.cell(row, context)}
                </Box>
              ))}
              {omitEmpty(column.stack, row).length === 0 && <Dash />}
            </Box>
          </td>
        ) : (
          <td key={column.key} className={column.align}>
            {column.isEmpty?.(row) ? <Dash /> : column.cell(row, context)}
          </td>
        ),
      )}
    </tr>
  );
}

const omitEmpty = <Row,>(fields: readonly Field<Row>[], row: Row) => fields.filter(({ isEmpty }) => !isEmpty?.(row));

/** Memoized row: renders again only if its own data or selection changes. */
export const TableRow = memo(BaseRow) as <Row>(props: RowProps<Row>) => ReactElement;
