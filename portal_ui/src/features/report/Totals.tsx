import TrendingDownIcon from '@mui/icons-material/TrendingDown';
import TrendingFlatIcon from '@mui/icons-material/TrendingFlat';
import TrendingUpIcon from '@mui/icons-material/TrendingUp';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import type { Charts, StatusChoice } from '../../api/types';
import { useFormat } from '../../core/i18n/format';
import { RouterLink } from '../../core/routing/links';
import { sumTotals } from './charts';

interface TotalsProps {
  charts: Charts;
  statuses: readonly StatusChoice[];
  /** Return the link to the rows that a number counts. */
  to: (more: Record<string, string>) => { search: string };
}

/** Days of a long wait, as in the server's filter. */
const LONG_WAIT = '14';

/** Tiles of the report: requests, finished requests, durations and long waits. */
export function Totals({ charts: { months, total, waiting, remote, previous }, statuses, to }: TotalsProps) {
  const translate = useTranslate();
  const format = useFormat();
  const { roles } = useMeta().choices;
  const all = sumTotals(months);
  const countByTone = (tone: string) =>
    sumTotals(months.filter(({ status }) => statuses.find(({ key }) => key === status)?.tone === tone));
  const done = countByTone('done');
  const rejected = countByTone('rejected');
  const waitCount = sumTotals(waiting);
  const byRole = waiting.map(({ role, total: count }) =>
    translate('report.waitsFor', { role: getChoiceName(roles, role), count: format.number(count) }),
  );
  const tiles: Tile[] = [
    {
      key: 'requests',
      value: format.number(all),
      change: previous && { now: all, before: previous.requests },
      footer: translate('report.underWay', { count: format.number(all - done - rejected) }),
    },
    {
      key: 'done',
      value: format.number(done),
      change: previous && { now: done, before: previous.done, better: 'more' },
      footer: translate('report.doneShare', { share: format.percent(done / all), count: format.number(rejected) }),
    },
    {
      key: 'turnaround',
      value: total.total > 0 ? translate('report.days', { smart_count: total.median }) : '–',
      change:
        previous && total.total > 0 && previous.turnaround.total > 0
          ? { now: total.median, before: previous.turnaround.median, better: 'less' }
          : null,
      footer: total.total > 0 ? translate('report.p90Days', { smart_count: total.p90 }) : translate('report.noneDone'),
    },
    {
      key: 'waiting',
      value: waitCount > 0 ? <Rows to={to({ waiting: LONG_WAIT })}>{format.number(waitCount)}</Rows> : '0',
      footer: byRole.join(' · '),
    },
    ...(remote
      ? [
          {
            key: 'solved',
            value: format.number(remote.solved),
            change: previous?.remote
              ? ({ now: remote.solved, before: previous.remote.solved, better: 'more' } as const)
              : null,
            footer: translate('report.ofRemote', { smart_count: remote.ended }),
          },
        ]
      : []),
  ];
  return (
    <Box sx={{ display: 'grid', gap: { xs: 1, md: 0 } }}>
      {previous && (
        <Typography variant="body2" sx={tabNoteStyle}>
          {translate('report.comparedWith', {
            from: format.day(previous.createdFrom),
            to: format.day(previous.createdTo),
          })}
        </Typography>
      )}
      <Tiles tiles={tiles} />
    </Box>
  );
}

/** Position in the line of the tabs on wide screens, so that charts start higher. */
const tabNoteStyle = {
  color: 'text.secondary',
  pointerEvents: 'none',
  '@media screen and (min-width: 900px)': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'end',
    height: 36,
    marginTop: '-52px',
    paddingInlineStart: '40%',
    textAlign: 'end',
  },
} as const;

/** Subgrid that aligns labels, figures and changes of all tiles. */
const tileStyle = {
  display: 'grid',
  gridRow: 'span 3',
  gridTemplateRows: 'subgrid',
  rowGap: 0,
  padding: { xs: 1.5, sm: 2 },
  '@media print': { padding: 1, boxShadow: 'none' },
} as const;

/** Last of an odd number of tiles: as wide as the pairs above. */
const lastTileStyle = { '@media screen and (max-width: 1199.95px)': { gridColumn: '1 / -1' } } as const;

/** Return the grid of the tiles: one row, or pairs on narrow screens. */
export const tilesStyle = (count: number) => ({
  display: 'grid',
  gap: { xs: 1.5, sm: 2 },
  margin: 0,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: `repeat(${count}, minmax(0, 1fr))` },
  '& > :nth-of-type(odd):last-of-type': lastTileStyle,
  '@media print': { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`, gap: 1 },
});

interface Tile {
  key: string;
  value: ReactNode;
  /** Line instead of a change. */
  footer: string;
  change?: ChangeProps | null | undefined;
}

function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  const translate = useTranslate();
  return (
    <Box component="dl" sx={tilesStyle(tiles.length)}>
      {tiles.map(({ key, value, footer, change }) => (
        <Card key={key} sx={tileStyle}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {translate(`report.totals.${key}`)}
          </Typography>
          <Typography component="dd" variant="display" className="tabular" sx={{ margin: 0 }}>
            {value}
          </Typography>
          {change ? (
            <Change {...change} />
          ) : (
            <Typography component="dd" variant="body2" sx={{ margin: 0, color: 'text.tertiary' }}>
              {footer}
            </Typography>
          )}
        </Card>
      ))}
    </Box>
  );
}

interface ChangeProps {
  now: number;
  before: number;
  /** Direction that is an improvement; undefined if neither is. */
  better?: 'more' | 'less';
}

/** Difference to the previous period, with its value. Green or amber only if one direction is better. */
function Change({ now, before, better }: ChangeProps) {
  const translate = useTranslate();
  const format = useFormat();
  const difference = now - before;
  const isBetter = better === 'more' ? difference > 0 : difference < 0;
  const Icon = difference > 0 ? TrendingUpIcon : difference < 0 ? TrendingDownIcon : TrendingFlatIcon;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return (
    <Typography
      component="dd"
      variant="body2"
      className="tabular"
      sx={{
        margin: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 0.75,
        color: 'text.tertiary',
      }}
    >
      <Box
        component="span"
        sx={(theme) => ({
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          fontWeight: theme.typography.fontWeightBold,
          color:
            better && difference !== 0
              ? theme.status[isBetter ? 'done' : 'waiting'].text
              : theme.vars.palette.text.secondary,
        })}
      >
        <Icon aria-hidden sx={{ fontSize: 16 }} />
        {`${sign}${format.number(Math.abs(difference))}`}
      </Box>
      {translate('report.before', { value: format.number(before) })}
    </Typography>
  );
}

function Rows({ to, children }: { to: { search: string }; children: string }) {
  return (
    <Link component={RouterLink} to={to} sx={{ font: 'inherit' }}>
      {children}
    </Link>
  );
}
