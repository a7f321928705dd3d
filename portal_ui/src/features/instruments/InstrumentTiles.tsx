import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { InstrumentHistory } from '../../api/instruments';
import { useMeta } from '../../api/meta';
import { useFormat } from '../../core/i18n/format';
import { isAway, sumCostsByYear } from './summary';

const DAYS_PER_YEAR = 365;

interface Tile {
  key: string;
  label: string;
  figure: string;
  unit?: string;
  note?: string | undefined;
}

/** Key figures of an instrument; tiles without data are omitted. */
export function InstrumentTiles({ history }: { history: InstrumentHistory }) {
  const tiles = useTiles(history);
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1.5, sm: 2 },
        // Two tiles in a row of a phone; a long amount takes a row of its own, as it must not wrap.
        '& > div': { flex: { xs: '1 1 40%', md: '1 1 0' }, minWidth: 'min-content' },
      }}
    >
      {tiles.map(({ key, label, figure, unit, note }) => (
        <Card key={key} sx={{ padding: { xs: 1.5, sm: 2 } }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Box component="dd" sx={{ margin: 0 }}>
            <Typography
              component="div"
              variant="display"
              className="tabular"
              sx={{ fontSize: { xs: '1.25rem', sm: '1.625rem' } }}
            >
              <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                {figure}
              </Box>
              {unit && (
                <Typography component="span" variant="subtitle1" sx={{ color: 'text.secondary' }}>
                  {` ${unit}`}
                </Typography>
              )}
            </Typography>
            {note && (
              <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
                {note}
              </Typography>
            )}
          </Box>
        </Card>
      ))}
    </Box>
  );
}

function useTiles(history: InstrumentHistory): Tile[] {
  const translate = useTranslate();
  const format = useFormat();
  const { times, modelTimes, daysAway, totalCost, modelCost, visits } = history;
  const { role } = useMeta();
  const scope = role === 'CLIENT' ? 'own' : role === 'ADMIN' || role === 'SUPERVISOR' ? 'all' : 'visible';
  const describeMean = (mean: string) => translate(`instrumentPage.modelMean.${scope}`, { mean });
  const pending = sumCostsByYear(visits).reduce((total, year) => total + year.pending, 0);
  const returned = visits.find((visit) => visit.completedAt && visit.status.tone === 'done' && isAway(visit));
  const tiles: Tile[] = [
    {
      key: 'times',
      label: translate('instrumentPage.times'),
      figure: format.number(times),
      note: modelTimes === null ? undefined : describeMean(format.number(modelTimes)),
    },
    {
      key: 'daysAway',
      label: translate('instrumentPage.daysAway'),
      figure: format.number(daysAway),
      unit: translate('instrumentPage.daysUnit', { smart_count: daysAway }),
      note: translate('instrumentPage.shareOfTime', { share: format.percent(daysAway / DAYS_PER_YEAR) }),
    },
  ];
  if (totalCost !== undefined && totalCost !== null) {
    tiles.push({
      key: 'total',
      label: translate('instrumentPage.total'),
      figure: format.money(totalCost),
      note:
        pending > 0
          ? translate('instrumentPage.toApprove', { amount: format.money(pending) })
          : modelCost
            ? describeMean(format.money(modelCost))
            : translate('instrumentPage.ofRepairs', { smart_count: times }),
    });
  }
  if (returned?.completedAt) {
    tiles.push({
      key: 'returned',
      label: translate('instrumentPage.lastReturn'),
      figure: format.date(returned.completedAt),
      note: translate('instrumentPage.afterDays', { smart_count: returned.days }),
    });
  }
  return tiles;
}
