import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

type Props = { title: string; heads: readonly string[]; rows: readonly (readonly string[])[] };

const upright = 6;

/** The numbers of a chart: what is counted in the first column, numbers in the others. */
export function NumbersTable({ title, heads, rows }: Props) {
  return (
    <Table
      size="small"
      aria-label={title}
      className="tabular"
      sx={(theme) => ({
        // Paper is narrow and cannot be scrolled.
        '@media print': {
          '& th, & td': { ...theme.typography.caption, padding: 0.5, whiteSpace: 'normal' },
          // Many heads stand upright.
          ...(heads.length > upright && { '& thead th + th': { writingMode: 'sideways-lr', textAlign: 'left' } }),
          '& tr': { breakInside: 'avoid' },
        },
      })}
    >
      <TableHead>
        <TableRow>
          {heads.map((head, column) => (
            <TableCell key={head} scope="col" align={column === 0 ? 'left' : 'right'}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(([name = '', ...numbers], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two models may be called alike
          <TableRow key={row}>
            <TableCell component="th" scope="row">
              {name}
            </TableCell>
            {numbers.map((number, column) => (
              <TableCell key={heads[column + 1]} align="right">
                {number}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
