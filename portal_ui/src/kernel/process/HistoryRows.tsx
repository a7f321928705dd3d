import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Column, ResourceMeta } from '../../server/types';
import { Cell } from '../list/cells';
import type { ListState } from '../list/listState';
import type { Row } from '../list/rows';
import { tableStyle } from '../list/tableStyle';

interface RowsProps {
  resource: ResourceMeta;
  rows: readonly Row[];
  sort: ListState['sort'];
  busy: boolean;
  onSort: (sort: ListState['sort']) => void;
}

/** The history as a table: its rows are read, not opened. */
export function HistoryTable({ resource, rows, sort, busy, onSort }: RowsProps) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={resource.title}>
      <Box
        component="table"
        aria-busy={busy}
        sx={(theme) => ({
          ...tableStyle(theme),
          '& th:last-child, & td:last-child': { paddingInlineEnd: '12px' },
          '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '16px' },
          '& tbody tr:hover td': {},
        })}
      >
        <thead>
          <tr>
            {resource.columns.map((column) => (
              <Head key={column.key} {...{ column, sort, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {resource.columns.map((column) => (
                <td key={column.key}>
                  <Cell {...{ row, column, resource }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function Head({ column, sort: [field, order], onSort }: { column: Column } & Pick<RowsProps, 'sort' | 'onSort'>) {
  if (column.sort === null) return <th scope="col">{column.label}</th>;
  const name = column.sort;
  const sorted = name === field;
  const Arrow = order === 'ASC' ? ArrowUpwardIcon : ArrowDownwardIcon;
  const first = column.type === 'datetime' ? 'DESC' : 'ASC';
  const next = sorted ? (order === 'ASC' ? 'DESC' : 'ASC') : first;
  return (
    <th scope="col" aria-sort={sorted ? (order === 'ASC' ? 'ascending' : 'descending') : undefined}>
      <ButtonBase className="sort" onClick={() => onSort([name, next])}>
        {column.label}
        {sorted && <Arrow aria-hidden sx={{ fontSize: 14, marginInlineStart: 0.5 }} />}
      </ButtonBase>
    </th>
  );
}

/** The history on a phone: a card a change, the statuses with an arrow between. */
export function HistoryCards({ resource, rows, busy }: RowsProps) {
  const statuses = resource.columns.filter(({ type }) => type === 'status');
  const others = resource.columns.filter(({ type }) => type !== 'status');
  return (
    <Box
      component="ul"
      aria-label={resource.title}
      aria-busy={busy}
      sx={{ listStyle: 'none', margin: 0, padding: 0, borderTop: 1, borderColor: 'divider' }}
    >
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{ display: 'grid', gap: 0.75, padding: 2, borderBottom: 1, borderColor: 'divider' }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
            {statuses.map((column, index) => (
              <Box key={column.key} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
                {index > 0 && <ArrowForwardIcon aria-hidden sx={{ fontSize: 16, color: 'text.tertiary' }} />}
                <Cell {...{ row, column, resource }} />
              </Box>
            ))}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2', color: 'text.secondary' }}>
            {others.map((column) => (
              <span key={column.key}>
                <Cell {...{ row, column, resource }} />
              </span>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
