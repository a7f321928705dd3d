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
  headers: readonly string[];
  /** First cell: the row header; then its numbers. */
  rows: readonly (readonly string[])[];
};
type Props = Numbers & { title: string; note?: string; legend?: ReactNode; children: ReactNode };

/** Card of a chart and a toggle for its numbers as a table. Print includes both. */
export function ChartCard({ title, note, legend, children, ...numbers }: Props) {
  const translate = useTranslate();
  const [isTableVisible, setTableVisible] = useState(false);
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ padding: 2, minWidth: 0, '@media print': { padding: 1, boxShadow: 'none' } }}
    >
      {/* In print the table may continue on the next page, but the chart is not split. */}
      <Box sx={{ breakInside: 'avoid' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1 }}>
          <Typography id={id} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
            {title}
          </Typography>
          <Button
            variant="text"
            size="small"
            color="primary"
            startIcon={<TableIcon />}
            aria-expanded={isTableVisible}
            aria-controls={`${id}-table`}
            onClick={() => setTableVisible(!isTableVisible)}
            sx={{
              flexShrink: 0,
              marginBlock: -0.75,
              marginInlineEnd: -1,
              '@media print': { display: 'none !important' },
            }}
          >
            {translate(isTableVisible ? 'report.hideTable' : 'report.showTable')}
          </Button>
        </Box>
        {note && (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {note}
          </Typography>
        )}
        {legend}
        <Box sx={{ marginTop: 1 }}>{children}</Box>
      </Box>
      <Box
        id={`${id}-table`}
        // Wide tables scroll in a focusable container, so that the keyboard can scroll them, too.
        role="group"
        aria-labelledby={id}
        tabIndex={0}
        sx={{ display: isTableVisible ? 'block' : 'none', displayPrint: 'block', marginTop: 2, overflowX: 'auto' }}
      >
        <NumbersTable title={title} {...numbers} />
      </Box>
    </Card>
  );
}

const MAX_UPRIGHT = 6;

function NumbersTable({ title, headers, rows }: Numbers & { title: string }) {
  return (
    <Table
      size="small"
      aria-label={title}
      className="tabular"
      sx={(theme) => ({
        // Paper is narrow and cannot be scrolled.
        '@media print': {
          '& th, & td': { ...theme.typography.caption, padding: 0.5, whiteSpace: 'normal' },
          // Many column headers are rotated.
          ...(headers.length > MAX_UPRIGHT && { '& thead th + th': { writingMode: 'sideways-lr', textAlign: 'left' } }),
          '& tr': { breakInside: 'avoid' },
        },
      })}
    >
      <TableHead>
        <TableRow>
          {headers.map((header, column) => (
            <TableCell key={header} scope="col" align={column === 0 ? 'left' : 'right'}>
              {header}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(([name = '', ...numbers], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two models may have the same name
          <TableRow key={row}>
            <TableCell component="th" scope="row">
              {name}
            </TableCell>
            {numbers.map((number, column) => (
              <TableCell key={headers[column + 1]} align="right">
                {number}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
