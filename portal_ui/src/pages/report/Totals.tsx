import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { StatusChoice } from '../../server/types';
import { useFormat } from '../../shared/format';
import { type MonthCount, sumOf } from './charts';

/** How many requests there are, and how many of them are done, under way and rejected. */
export function Totals({ counts, statuses }: { counts: readonly MonthCount[]; statuses: readonly StatusChoice[] }) {
  const translate = useTranslate();
  const format = useFormat();
  const all = sumOf(counts);
  const of = (tone: string) =>
    sumOf(counts.filter(({ status }) => statuses.find(({ key }) => key === status)?.tone === tone));
  const done = of('done');
  const rejected = of('rejected');
  const share = (part: number) => translate('report.share', { share: format.percent(part / all) });
  const tiles = [
    { key: 'requests', value: all, below: translate('report.selected') },
    { key: 'done', value: done, below: share(done) },
    { key: 'underWay', value: all - done - rejected, below: share(all - done - rejected) },
    { key: 'rejected', value: rejected, below: share(rejected) },
  ];
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gap: 2,
        margin: 0,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        '@media print': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {tiles.map(({ key, value, below }) => (
        <Card key={key} sx={{ padding: 2, '@media print': { boxShadow: 'none' } }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {translate(`report.totals.${key}`)}
          </Typography>
          <Typography component="dd" variant="h5" className="tabular" sx={{ margin: 0 }}>
            {format.number(value)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ margin: 0, color: 'text.tertiary' }}>
            {below}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
