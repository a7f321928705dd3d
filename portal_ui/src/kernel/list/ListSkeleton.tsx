import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { Column } from '../../server/types';
import { isRightAligned } from './cells';

const atMost = 10;
const widths: Partial<Record<Column['type'], number>> = { status: 120, datetime: 136, role: 88, number: 40, text: 116 };

/** Rows to come, in the shape of the table. */
export function RowSkeletons({ columns, rows }: { columns: readonly Column[]; rows: number }) {
  return Array.from({ length: Math.min(rows, atMost) }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
    <tr key={row}>
      {columns.map((column) => (
        <td key={column.key}>
          <Skeleton
            height={column.type === 'status' ? 24 : 16}
            width={widths[column.type] ?? '80%'}
            sx={{ marginInlineStart: isRightAligned(column) ? 'auto' : 0 }}
          />
        </td>
      ))}
      <td />
    </tr>
  ));
}

/** Cards to come. */
export function CardSkeletons({ rows }: { rows: number }) {
  return Array.from({ length: Math.min(rows, atMost) }, (_, row) => (
    <Box
      component="li"
      // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
      key={row}
      sx={(theme) => ({
        display: 'grid',
        gap: 0.5,
        padding: 2,
        paddingBlock: 1.5,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Skeleton height={20} width={130} />
        <Skeleton height={24} width={90} />
      </Box>
      <Skeleton height={20} width="60%" />
      <Skeleton height={18} width="80%" />
    </Box>
  ));
}
