import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { useLocation } from 'react-router';
import { useMeta } from '../../api/meta';
import type { Charts } from '../../api/types';
import { useFormat } from '../../core/i18n/format';
import { toRequestFilter } from '../../core/lists/listParams';
import { useListScreen } from '../../core/lists/listScreen';
import { PartyBar, PartyMarker } from '../../core/process/TimeByPartyBar';
import { EmptyState, ErrorState } from '../../core/ui/EmptyState';
import { Loading } from '../../core/ui/Skeletons';
import { type Bar, BarsChart } from './BarsChart';
import { ChartCard } from './ChartCard';
import { buildRowsUrl } from './chartLinks';
import { getUsedStatuses, groupByMonth, MAX_BARS, useCharts } from './charts';
import { MonthsChart, MonthsLegend } from './MonthsChart';
import { Totals, tilesStyle } from './Totals';

type Counted = { id: number; name: string; total: number };

/** Charts of the report's rows. */
export function ReportCharts() {
  const { resource } = useListScreen();
  const { filterValues } = useListContext();
  const { data, error, refetch, isFetching } = useCharts(toRequestFilter(filterValues, resource));
  const translate = useTranslate();
  if (error && !isFetching) {
    return (
      <Card>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Card>
    );
  }
  if (!data) return <ChartSkeletons />;
  if (data.months.length === 0) {
    return (
      <Card>
        <EmptyState role="status" icon={SearchOffIcon} title={translate('lists.noMatch.title')}>
          {translate('lists.noMatch.report')}
        </EmptyState>
      </Card>
    );
  }
  return <ChartGrid charts={data} />;
}

function ChartGrid({ charts }: { charts: Charts }) {
  const { resource } = useListScreen();
  const { filterValues } = useListContext();
  const { search } = useLocation();
  const translate = useTranslate();
  const format = useFormat();
  const statuses = useMeta().statuses[Object.keys(resource.record)[0] ?? ''] ?? [];
  const months = groupByMonth(charts.months, statuses);
  const present = getUsedStatuses(charts.months, statuses);
  const to = (more: Record<string, string>) => ({ search: buildRowsUrl(search, filterValues, more) });
  const monthsTitle = translate('report.months');

  const buildBar = ({ id, name, total }: Counted, more: Record<string, string>): Bar => {
    const text = format.number(total);
    const label = translate('report.bar', { name, count: text });
    return { key: String(id), name, value: total, text, label, numbers: [text], to: to(more) };
  };
  const turnaround = charts.turnaround.map(({ status, name, median, p90, total }): Bar & { numbers: string[] } => {
    const days = { median: format.average(median), p90: format.average(p90) };
    return {
      key: status,
      name,
      shortName: translate(`report.shortSteps.${status}`, { _: name }),
      value: median,
      tick: p90,
      text: days.median,
      tickText: days.p90,
      label: translate('report.stepBar', { name, ...days }),
      numbers: [days.median, days.p90, format.number(total)],
      to: to({ leftStep: status }),
    };
  });
  const getHeaders = (...keys: string[]) => keys.map((key) => translate(`report.${key}`));

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Totals {...{ charts, statuses, to }} />
      <Box
        sx={{
          ...chartsStyle,
          // Without the chart of days with each party, the second row has two charts.
          ...(charts.holders.length === 0 && { '& > :nth-of-type(n + 3)': { gridColumn: { lg: 'span 6' } } }),
          '@media print': { display: 'block', '& > *': { marginBottom: 2 } },
        }}
      >
        <ChartCard
          title={monthsTitle}
          note={translate('report.monthsNote')}
          legend={<MonthsLegend statuses={present} />}
          headers={[translate('report.month'), ...present.map(({ value }) => value), translate('report.total')]}
          rows={months.map(({ month, segments, total }) => [
            format.month(month),
            ...present.map(({ key }) => format.number(segments.find(({ status }) => status.key === key)?.total ?? 0)),
            format.number(total),
          ])}
        >
          <MonthsChart title={monthsTitle} months={months} to={to} />
        </ChartCard>
        <ChartCard
          title={translate('report.turnaround')}
          note={translate(turnaround.length > 0 ? 'report.turnaroundNote' : 'report.noTurnaround')}
          headers={getHeaders('step', 'median', 'p90', 'left')}
          rows={turnaround.map(({ name, numbers }) => [name, ...numbers])}
        >
          <BarsChart title={translate('report.turnaround')} bars={turnaround} />
        </ChartCard>
        {charts.holders.length > 0 && <TimeByPartyCard holders={charts.holders} />}
        <RankingCard
          name="clients"
          note={translate('report.clientsNote')}
          headers={getHeaders('client', 'repairs')}
          bars={charts.clients.map((client) => buildBar(client, { clientId: String(client.id) }))}
        />
        <RankingCard
          name="parts"
          note={translate('report.partsNote')}
          headers={getHeaders('part', 'repairs')}
          bars={charts.parts.map((part) => buildBar(part, { categoryId: part.category, partId: String(part.id) }))}
        />
      </Box>
    </Box>
  );
}

/** Grid of the charts: two in the first row, three in the second. */
const chartsStyle = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(12, minmax(0, 1fr))' },
  '& > *': { gridColumn: { lg: 'span 4' } },
  '& > :nth-of-type(1)': { gridColumn: { lg: 'span 7' } },
  '& > :nth-of-type(2)': { gridColumn: { lg: 'span 5' } },
} as const;

/** Number of bars of a ranking; the table has all rows of the response. */
const RANKS = 5;

interface RankingCardProps {
  name: 'clients' | 'parts';
  note: string;
  headers: string[];
  bars: Bar[];
}

/** Ranking of the first five, with one line for the rest. */
function RankingCard({ name, note, headers, bars }: RankingCardProps) {
  const translate = useTranslate();
  const format = useFormat();
  const title = translate(`report.${name}`);
  const remaining = bars.slice(RANKS);
  return (
    <ChartCard title={title} note={note} headers={headers} rows={bars.map((bar) => [bar.name, ...bar.numbers])}>
      <BarsChart isRanking title={title} bars={bars.slice(0, RANKS)} />
      {remaining.length > 0 && (
        <Typography
          variant="body2"
          className="tabular"
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            marginTop: 1,
            paddingTop: 1,
            borderTop: 1,
            borderColor: 'divider',
            color: 'text.secondary',
          }}
        >
          <span>
            {bars.length < MAX_BARS
              ? translate('report.others', { smart_count: remaining.length })
              : translate('report.nextOnes', { from: RANKS + 1, to: MAX_BARS })}
          </span>
          <span>{format.number(remaining.reduce((sum, { value }) => sum + value, 0))}</span>
        </Typography>
      )}
    </ChartCard>
  );
}

/** Mean days of a repair with each party, regardless of the status. */
function TimeByPartyCard({ holders }: { holders: Charts['holders'] }) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <ChartCard
      title={translate('report.holders')}
      note={translate('report.holdersNote')}
      headers={['holder', 'meanDays'].map((key) => translate(`report.${key}`))}
      rows={holders.map(({ name, days }) => [name, format.average(days)])}
    >
      <PartyBar partyTimes={holders} height={20} />
      <Box component="ul" sx={{ margin: 0, marginTop: 1, padding: 0, listStyle: 'none' }}>
        {holders.map(({ holder, name, days }) => (
          <Box
            component="li"
            key={holder}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              minHeight: 44,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <PartyMarker holder={holder} />
            <Typography component="span" sx={{ flex: 1 }}>
              {name}
            </Typography>
            <Typography component="span" className="tabular" sx={{ fontWeight: 'fontWeightBold' }}>
              {translate('report.averageDays', { days: format.average(days), smart_count: days === 1 ? 1 : 2 })}
            </Typography>
          </Box>
        ))}
      </Box>
    </ChartCard>
  );
}

/** Skeletons of the tiles and charts, with their heights. */
function ChartSkeletons() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box>
          {/* Line of the comparison, which is next to the tabs on wide screens. */}
          <Skeleton height={18} width="70%" sx={{ marginBottom: 1, display: { md: 'none' } }} />
          <Box sx={tilesStyle(TILES.length)}>
            {TILES.map((tile) => (
              <Card key={tile} sx={{ height: { xs: 94, sm: 102 }, padding: { xs: 1.5, sm: 2 } }}>
                <Skeleton height={18} width="60%" />
                <Skeleton height={24} width={72} sx={{ marginBlock: 0.5 }} />
                <Skeleton height={18} width="40%" />
              </Card>
            ))}
          </Box>
        </Box>
        <Box sx={chartsStyle}>
          {Object.entries(CHART_HEIGHTS).map(([chart, height]) => (
            <Card key={chart} sx={{ padding: 2, height }}>
              <Skeleton height={24} width={180} />
              <Skeleton height={18} width="60%" />
              <Skeleton sx={{ height: 'calc(100% - 58px)', marginTop: 2 }} />
            </Card>
          ))}
        </Box>
      </Box>
    </Loading>
  );
}

const TILES = ['requests', 'done', 'turnaround', 'waiting', 'solved'];
/** Heights of the cards in pixels. */
const CHART_HEIGHTS = { months: 400, turnaround: 400, holders: 288, clients: 288, parts: 288 };
