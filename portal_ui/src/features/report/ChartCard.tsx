import TableIcon from '@mui/icons-material/TableChartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';

type Numbers = {
  heads: readonly string[];
  /** What is counted first, then its numbers. */
  rows: readonly (readonly string[])[];
};
type Props = Numbers & { title: string; note?: string; legend?: ReactNode; children: ReactNode };

/** A chart with its title, and the same numbers as a table behind a button; on paper both. */
export function ChartCard({ title, note, legend, children, ...numbers }: Props) {
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ padding: 2, minWidth: 0, '@media print': { padding: 1, boxShadow: 'none' } }}
    >
      {/* On paper the numbers may go over to the next page, the chart stays whole. */}
      <Box sx={{ breakInside: 'avoid' }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', columnGap: 1 }}>
          <Typography id={id} variant="h2" sx={{ flex: 1, minWidth: 0, paddingTop: 0.5 }}>
            {title}
          </Typography>
          <Button
            variant="text"
            size="small"
            color="primary"
            startIcon={<TableIcon />}
            aria-expanded={shown}
            aria-controls={`${id}-table`}
            onClick={() => setShown(!shown)}
            sx={{ flexShrink: 0, marginInlineEnd: -1, '@media print': { display: 'none !important' } }}
          >
            {translate(shown ? 'report.hideTable' : 'report.showTable')}
          </Button>
        </Box>
        {note && (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {note}
          </Typography>
        )}
        {legend}
        <Box sx={{ marginTop: 2 }}>{children}</Box>
      </Box>
      <Box
        id={`${id}-table`}
        // A wide one scrolls in its own box, by keyboard too.
        role="group"
        aria-labelledby={id}
        tabIndex={0}
        sx={{ display: shown ? 'block' : 'none', displayPrint: 'block', marginTop: 2, overflowX: 'auto' }}
      >
        <NumbersTable title={title} {...numbers} />
      </Box>
    </Card>
  );
}

const upright = 6;

function NumbersTable({ title, heads, rows }: Numbers & { title: string }) {
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
