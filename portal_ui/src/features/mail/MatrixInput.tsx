import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormIsDirty, useInput, useTranslate } from 'ra-core';
import { createContext, useContext, useEffect, useId, useState } from 'react';
import type { Choice } from '../../api/types';
import type { ResourceInputProps } from '../../core/forms/resource/ResourceInput';

/** Callback to report for each record whether it has unsaved changes. */
export const DirtyContext = createContext<(id: number, dirty: boolean) => void>(() => {});

/** Label of the category's tab; the name of the record itself is a key. */
export const CategoryName = createContext('');

/** Checkboxes by status or event and role; on a phone each row is collapsible. */
export function MatrixInput({ field, record }: ResourceInputProps) {
  const { key, choices: columns } = field;
  const translate = useTranslate();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const name = useContext(CategoryName);
  useReportDirty(record?.id);
  const rows = record?.choices?.[key] ?? [];
  const Row = isNarrow ? CollapsedRow : MatrixRow;
  const all = rows.map((row) => <Row key={row.key} source={`${key}.${row.key}`} row={row} columns={columns} />);
  if (isNarrow) return <div>{all}</div>;
  return (
    <TableContainer>
      <Table aria-label={name} sx={tableStyle}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('mailSettings.occasion')}</TableCell>
            {columns.map((column) => (
              <TableCell key={column.key} align="center">
                {column.name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{all}</TableBody>
      </Table>
    </TableContainer>
  );
}

const tableStyle = {
  '& .MuiTableCell-root': { paddingBlock: 0.5 },
  '& .MuiTableCell-root:first-of-type': { paddingInlineStart: 0 },
  '& .MuiTableCell-alignCenter': { width: 140, paddingInline: 0.5 },
  '& tbody th': { typography: 'subtitle1' },
};

function useReportDirty(id: number | undefined): void {
  const reportDirty = useContext(DirtyContext);
  const dirty = useFormIsDirty();
  useEffect(() => {
    if (id !== undefined) reportDirty(id, dirty);
  }, [reportDirty, id, dirty]);
}

type RowProps = { source: string; row: Choice; columns: readonly Choice[] };

/** Return the checked columns after a change. They keep the matrix order, so that a reverted change is not dirty. */
export function toggleColumn(on: readonly string[], column: string, isOn: boolean, order: readonly string[]): string[] {
  return order.filter((key) => (key === column ? isOn : on.includes(key)));
}

/** Return the checkboxes of a row. The value of the field lists the checked columns. */
function useMatrixRow({ source, row, columns }: RowProps) {
  const translate = useTranslate();
  const { field } = useInput<readonly string[]>({ source });
  const on: readonly string[] = field.value || [];
  const order = columns.map(({ key }) => key);
  return columns.map((column) => ({
    column,
    isOn: on.includes(column.key),
    toggle: (
      <Checkbox
        checked={on.includes(column.key)}
        onChange={({ target }) => field.onChange(toggleColumn(on, column.key, target.checked, order))}
        onBlur={field.onBlur}
        slotProps={{ input: { 'aria-label': translate('mailSettings.switch', { role: column.name, row: row.name }) } }}
      />
    ),
  }));
}

function MatrixRow(props: RowProps) {
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        {props.row.name}
      </TableCell>
      {useMatrixRow(props).map(({ column, toggle }) => (
        <TableCell key={column.key} align="center">
          {toggle}
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Collapsible row for phones: recipients, and checkboxes to change them. Expanded, all rows would fill six screens. */
function CollapsedRow(props: RowProps) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [name, panel] = [useId(), useId()];
  const cells = useMatrixRow(props);
  const enabledNames = cells.filter(({ isOn }) => isOn).map(({ column }) => column.name);
  return (
    <Box role="group" aria-labelledby={name} sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Typography component="h2" variant="h3">
        <Button
          variant="text"
          fullWidth
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
          endIcon={<ExpandMoreIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          sx={collapseStyle}
        >
          <span>
            <Box component="span" id={name} sx={{ display: 'block', color: 'text.primary' }}>
              {props.row.name}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {enabledNames.join(', ') || translate('mailSettings.noRoles')}
            </Typography>
          </span>
        </Button>
      </Typography>
      {open && (
        <Box id={panel} sx={{ paddingBottom: 1.5 }}>
          {cells.map(({ column, toggle }) => (
            <FormControlLabel
              key={column.key}
              labelPlacement="start"
              label={column.name}
              control={toggle}
              sx={{ display: 'flex', justifyContent: 'space-between', marginInline: 0 }}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

const collapseStyle = { justifyContent: 'space-between', textAlign: 'start', whiteSpace: 'normal', paddingInline: 0 };
