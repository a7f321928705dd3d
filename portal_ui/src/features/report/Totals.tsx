import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { getChoiceName, useMeta } from '../../api/meta';
import type { Charts, StatusChoice } from '../../api/types';
import { useFormat } from '../../core/i18n/format';
import { RouterLink } from '../../core/routing/links';
import { sumTotals } from './charts';

interface TotalsProps {
  charts: Charts;
  statuses: readonly StatusChoice[];
  /** Where the rows are of which a number tells. */
  to: (more: Record<string, string>) => { search: string };
}

/** How long is long, as the server's filter has it. */
const LONG_WAIT = '14';

/** How many requests there are and how many are done, how long that took, and what waits too long. */
export function Totals({ charts: { months, total, waiting, remote }, statuses, to }: TotalsProps) {
  const translate = useTranslate();
  const format = useFormat();
  const { roles } = useMeta().choices;
  const all = sumTotals(months);
  const of = (tone: string) =>
    sumTotals(months.filter(({ status }) => statuses.find(({ key }) => key === status)?.tone === tone));
  const done = of('done');
  const rejected = of('rejected');
  const waits = sumTotals(waiting);
  const byRole = waiting.map(({ role, total: count }) =>
    translate('report.waitsFor', { role: getChoiceName(roles, role), count: format.number(count) }),
  );
  const tiles = [
    {
      key: 'requests',
      value: format.number(all),
      below: translate('report.underWay', { count: format.number(all - done - rejected) }),
    },
    {
      key: 'done',
      value: format.number(done),
      below: translate('report.doneShare', { share: format.percent(done / all), count: format.number(rejected) }),
    },
    {
      key: 'turnaround',
      value: total.total > 0 ? translate('report.days', { smart_count: total.median }) : '–',
      below: total.total > 0 ? translate('report.p90Days', { smart_count: total.p90 }) : translate('report.noneDone'),
    },
    {
      key: 'waiting',
      value: waits > 0 ? <Rows to={to({ waiting: LONG_WAIT })}>{format.number(waits)}</Rows> : '0',
      below: byRole.join(' · '),
    },
    ...(remote
      ? [
          {
            key: 'solved',
            value: format.number(remote.solved),
            below: translate('report.ofRemote', { smart_count: remote.ended }),
          },
        ]
      : []),
  ];
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gap: 2,
        margin: 0,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: `repeat(${tiles.length}, minmax(0, 1fr))` },
        '& > :nth-of-type(odd):last-of-type': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
        '@media print': { gridTemplateColumns: `repeat(${tiles.length}, minmax(0, 1fr))`, gap: 1 },
      }}
    >
      {tiles.map(({ key, value, below }) => (
        <Card key={key} sx={{ padding: 2, '@media print': { padding: 1, boxShadow: 'none' } }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {translate(`report.totals.${key}`)}
          </Typography>
          <Typography component="dd" variant="h5" className="tabular" sx={{ margin: 0 }}>
            {value}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ margin: 0, color: 'text.tertiary' }}>
            {below}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}

function Rows({ to, children }: { to: { search: string }; children: string }) {
  return (
    <Link component={RouterLink} to={to} sx={{ font: 'inherit' }}>
      {children}
    </Link>
  );
}
