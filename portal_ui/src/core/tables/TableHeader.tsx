import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { CHECKBOX_WIDTH, getColumnFields } from './columnLayout';
import type { Column, Field } from './tableTypes';
import type { SelectionControl } from './useRowSelection';

interface TableHeaderProps<Row> {
  columns: readonly Column<Row>[];
  selection: SelectionControl | undefined;
}

/** Header row of a table, with the column widths. */
export function TableHeader<Row>({ columns, selection }: TableHeaderProps<Row>) {
  return (
    <>
      <colgroup>
        {selection && <col style={{ width: CHECKBOX_WIDTH }} />}
        {columns.map(({ key, width }) => (
          <col key={key} style={width === undefined ? {} : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <SelectAllCheckbox selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <ColumnHeader key={column.key} column={column} />
          ))}
        </tr>
      </thead>
    </>
  );
}

function SelectAllCheckbox({ selection }: { selection: SelectionControl }) {
  const translate = useTranslate();
  return (
    <Checkbox
      checked={selection.isAllSelected}
      indeterminate={selection.isIndeterminate}
      onChange={selection.toggleAll}
      slotProps={{ input: { 'aria-label': translate('process.units.markAll') } }}
      sx={{ padding: 0.5, marginLeft: -0.5 }}
    />
  );
}

function ColumnHeader<Row>({ column }: { column: Column<Row> }) {
  return (
    <th scope="col" className={'align' in column ? column.align : undefined}>
      {getColumnFields(column).map((field) => (
        <div key={field.key} className={field.align}>
          <ColumnHeaderText field={field} />
        </div>
      ))}
    </th>
  );
}

function ColumnHeaderText<Row>({ field }: { field: Field<Row> }) {
  const { hideHeader, header, label } = field;
  if (!hideHeader) return header ?? label;
  return (
    <Box component="span" sx={visuallyHidden}>
      {label}
    </Box>
  );
}
