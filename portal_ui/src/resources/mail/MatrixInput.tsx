import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormIsDirty, useInput, useTranslate } from 'ra-core';
import { createContext, useContext, useEffect, useId } from 'react';
import type { DeclaredFieldProps } from '../../kernel/form/DeclaredField';
import { tableStyle } from '../../kernel/list/tableStyle';
import type { Choice } from '../../server/types';
import { withSwitch } from './withSwitch';

/** Hears of each record whether anything in it is not saved. */
export const DirtyContext = createContext<(id: number, dirty: boolean) => void>(() => {});

/** A row a status or action, a switch a role; on a phone a card a row. */
export function MatrixInput({ field, record, name }: DeclaredFieldProps) {
  const { key, choices: columns } = field;
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  useTellDirty(record?.id);
  const rows = record?.choices?.[key] ?? [];
  const Row = phone ? CardRow : TableRow;
  const all = rows.map((row) => <Row key={row.key} source={`${key}.${row.key}`} row={row} columns={columns} />);
  if (phone) return all;
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={name}
        sx={(theme) => ({
          ...tableStyle(theme),
          '& th, & td:last-child': { width: 'auto' },
          '& td': { height: 48 },
          '& .switch': { textAlign: 'center', width: 140, whiteSpace: 'normal' },
          '& tbody th': {
            ...theme.typography.subtitle1,
            height: 48,
            color: theme.vars.palette.text.primary,
            whiteSpace: 'normal',
          },
        })}
      >
        <thead>
          <tr>
            <th scope="col">{translate('mail.occasion')}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="switch">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{all}</tbody>
      </Box>
    </Box>
  );
}

function useTellDirty(id: number | undefined): void {
  const tell = useContext(DirtyContext);
  const dirty = useFormIsDirty();
  useEffect(() => {
    if (id !== undefined) tell(id, dirty);
  }, [tell, id, dirty]);
}

type RowProps = { source: string; row: Choice; columns: readonly Choice[] };

/** The switches of one row: a list of the columns that are on, in their order. */
function useSwitches({ source, row, columns }: RowProps) {
  const translate = useTranslate();
  const { field } = useInput<readonly string[]>({ source });
  const on: readonly string[] = field.value || [];
  const order = columns.map(({ key }) => key);
  return columns.map((column) => ({
    column,
    toggle: (
      <Switch
        checked={on.includes(column.key)}
        onChange={({ target }) => field.onChange(withSwitch(on, column.key, target.checked, order))}
        onBlur={field.onBlur}
        slotProps={{ input: { 'aria-label': translate('mail.switch', { role: column.name, row: row.name }) } }}
      />
    ),
  }));
}

function TableRow(props: RowProps) {
  return (
    <tr>
      <th scope="row">{props.row.name}</th>
      {useSwitches(props).map(({ column, toggle }) => (
        <td key={column.key} className="switch">
          {toggle}
        </td>
      ))}
    </tr>
  );
}

function CardRow(props: RowProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ paddingBlock: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Typography id={id} component="h2" variant="h3">
        {props.row.name}
      </Typography>
      {useSwitches(props).map(({ column, toggle }) => (
        <FormControlLabel
          key={column.key}
          labelPlacement="start"
          label={column.name}
          control={toggle}
          sx={{ display: 'flex', justifyContent: 'space-between', marginInline: 0 }}
        />
      ))}
    </Box>
  );
}
