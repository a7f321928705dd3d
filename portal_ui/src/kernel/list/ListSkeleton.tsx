import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useListContext } from 'ra-core';
import type { Column } from '../../server/types';
import { isRightAligned } from './cells';
import { CardList } from './ListCards';
import { useListScreen } from './listScreen';
import { listStyle, widthsOf } from './tableStyle';

const atMost = 10;
const widths: Partial<Record<Column['type'], number>> = { status: 120, datetime: 120, role: 88, number: 40, text: 116 };

/** Rows to come, in the shape of the table. */
export function RowSkeletons() {
  const { columns, extras, resource } = useListScreen();
  const { perPage } = useListContext();
  return (
    <Box sx={[listStyle, widthsOf(columns, extras, true)]}>
      <div className="RaDataTable-tableWrapper">
        <Table className="RaDataTable-table" aria-label={resource.title} aria-busy>
          <TableHead>
            <TableRow>
              {columns.map((column, index) => (
                <TableCell
                  key={column.key}
                  className={`RaDataTable-headerCell column-${column.sort ?? column.key} ${index === 0 ? 'first' : ''}`}
                  align={isRightAligned(column) ? 'right' : 'left'}
                >
                  {column.label}
                </TableCell>
              ))}
              <TableCell component="td" className="RaDataTable-headerCell details" />
            </TableRow>
          </TableHead>
          <TableBody>
            {Array.from({ length: Math.min(perPage, atMost) }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
              <TableRow key={row}>
                {columns.map((column, index) => (
                  <TableCell key={column.key} className={index === 0 ? 'first' : ''}>
                    <Skeleton
                      height={column.type === 'status' ? 24 : 16}
                      width={widths[column.type] ?? '80%'}
                      sx={{ maxWidth: '100%', marginInlineStart: isRightAligned(column) ? 'auto' : 0 }}
                    />
                  </TableCell>
                ))}
                <TableCell />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </Box>
  );
}

/** Cards to come. */
export function CardSkeletons() {
  const { perPage } = useListContext();
  return (
    <CardList busy>
      {Array.from({ length: Math.min(perPage, atMost) }, (_, row) => (
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
      ))}
    </CardList>
  );
}
