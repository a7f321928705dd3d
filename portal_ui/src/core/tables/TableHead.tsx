import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { fieldsOf, MARK_WIDTH } from './columnLayout';
import type { Column, Field } from './tableTypes';
import type { MarkControl } from './useRowSelection';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  marks: MarkControl | undefined;
}

/** The names of the columns, and how wide they are. */
export function TableHead<Row>({ columns, marks }: TableHeadProps<Row>) {
  return (
    <>
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
    </>
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
  return (
    <th scope="col" className={'align' in column ? column.align : undefined}>
      {fieldsOf(column).map((field, index) => (
        <div key={field.key} className={field.align}>
          {/* One line for each column: a cell with several values is named by its first one on the screen. */}
          <HeadWords field={index > 0 ? { ...field, quiet: true } : field} />
        </div>
      ))}
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

/** The name of a field, above its column or on its card; one that must be filled in has a star. */
export function FieldLabel<Row>({ field: { label, required = false } }: { field: Field<Row> }) {
  if (!required) return label;
  return (
    <>
      {label}
      <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
        {' *'}
      </Box>
    </>
  );
}
