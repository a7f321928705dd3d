import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';

type Props = { title: string; note?: string; legend?: ReactNode; table: ReactNode; children: ReactNode };

/** A chart with its title, and the same numbers as a table behind a button; on paper both. */
export function ChartCard({ title, note, legend, table, children }: Props) {
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ padding: 2, minWidth: 0, '@media print': { breakInside: 'avoid', boxShadow: 'none' } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, rowGap: 0.5 }}>
        <Typography id={id} variant="h2" sx={{ flex: '1 1 auto' }}>
          {title}
        </Typography>
        <Button
          variant="text"
          size="small"
          aria-expanded={shown}
          aria-controls={`${id}-table`}
          onClick={() => setShown(!shown)}
          sx={{ '@media print': { display: 'none !important' } }}
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
      <Box
        id={`${id}-table`}
        // A wide one scrolls in its own box, by keyboard too.
        role="group"
        aria-labelledby={id}
        tabIndex={0}
        sx={{
          display: shown ? 'block' : 'none',
          marginTop: 2,
          overflowX: 'auto',
          '@media print': { display: 'block' },
        }}
      >
        {table}
      </Box>
    </Card>
  );
}
