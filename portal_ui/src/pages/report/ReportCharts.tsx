import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useListContext, useTranslate } from 'ra-core';
import { useLocation } from 'react-router';
import { requestFilter } from '../../kernel/list/listParams';
import { useListScreen } from '../../kernel/list/listScreen';
import { useErrorMessage } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import { Empty, ErrorState } from '../../shared/Empty';
import { useFormat } from '../../shared/format';
import { Loading } from '../../shared/Skeletons';
import { BarsChart } from './BarsChart';
import { ChartCard } from './ChartCard';
import { type Charts, monthsOf, mostBars, statusesIn, useCharts } from './charts';
import { FilterWords } from './FilterWords';
import { MonthsChart, MonthsLegend } from './MonthsChart';
import { NumbersTable } from './NumbersTable';
import { rowsAddress } from './narrowing';
import { Totals } from './Totals';

/** The numbers of the report's rows. */
export function ReportCharts() {
  const { resource } = useListScreen();
  const { filterValues } = useListContext();
  const { data, error, refetch, isFetching } = useCharts(requestFilter(filterValues, resource));
  const translate = useTranslate();
  const message = useErrorMessage();
  if (error && !isFetching) {
    return (
      <Card>
        <ErrorState message={message(error)} onRetry={() => refetch()} />
      </Card>
    );
  }
  if (!data) return <ChartSkeletons />;
  if (data.months.length === 0) {
    return (
      <Card>
        <Empty role="status" icon={SearchOffIcon} title={translate('lists.noMatch.title')}>
          {translate('lists.noMatch.text')}
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <FilterWords resource={resource} values={filterValues} />
      <Drawn charts={data} />
    </>
  );
}

function Drawn({ charts }: { charts: Charts }) {
  const { resource } = useListScreen();
  const { filterValues } = useListContext();
  const { search } = useLocation();
  const translate = useTranslate();
  const format = useFormat();
  const statuses = useMeta().statuses[Object.keys(resource.record)[0] ?? ''] ?? [];
  const months = monthsOf(charts.months, statuses);
  const present = statusesIn(charts.months, statuses);
  const to = (more: Record<string, string>) => ({ search: rowsAddress(search, filterValues, more) });
  const titles = {
    months: translate('report.months'),
    turnaround: translate('report.turnaround'),
    clients: translate('report.clients'),
    parts: translate('report.parts'),
  };
  const counted = ({ name, total }: { name: string; total: number }) => ({
    name,
    value: total,
    text: format.number(total),
    label: translate('report.bar', { name, count: format.number(total) }),
  });
  const most = (bars: readonly unknown[]) =>
    bars.length >= mostBars ? { note: translate('report.most', { count: mostBars }) } : {};
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Totals counts={charts.months} statuses={statuses} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          '& > :first-of-type': { gridColumn: '1 / -1' },
          // The longest stands beside the two others.
          '& > :last-child': { lg: { gridColumn: 2, gridRow: '2 / span 2' } },
          '@media print': { display: 'block', '& > *': { marginBottom: 2 } },
        }}
      >
        <ChartCard
          title={titles.months}
          legend={<MonthsLegend statuses={present} />}
          table={
            <NumbersTable
              title={titles.months}
              heads={[translate('report.month'), ...present.map(({ value }) => value), translate('report.total')]}
              rows={months.map(({ month, segments, total }) => [
                format.month(month),
                ...present.map(({ key }) =>
                  format.number(segments.find(({ status }) => status.key === key)?.total ?? 0),
                ),
                format.number(total),
              ])}
            />
          }
        >
          <MonthsChart title={titles.months} months={months} to={to} />
        </ChartCard>
        <ChartCard
          title={titles.turnaround}
          note={translate(charts.turnaround.length > 0 ? 'report.turnaroundNote' : 'report.noTurnaround')}
          table={
            <NumbersTable
              title={titles.turnaround}
              heads={['step', 'median', 'p90', 'left'].map((head) => translate(`report.${head}`))}
              rows={charts.turnaround.map(({ name, median, p90, total }) => [
                name,
                format.average(median),
                format.average(p90),
                format.number(total),
              ])}
            />
          }
        >
          <BarsChart
            title={titles.turnaround}
            bars={charts.turnaround.map(({ status, name, median, p90 }) => {
              const days = { median: format.average(median), p90: format.average(p90) };
              return {
                key: status,
                name,
                value: median,
                behind: p90,
                text: translate('report.medianAndP90', days),
                label: translate('report.stepBar', { name, ...days }),
                to: to({ leftStep: status }),
              };
            })}
          />
        </ChartCard>
        <ChartCard
          title={titles.clients}
          {...most(charts.clients)}
          table={
            <NumbersTable
              title={titles.clients}
              heads={[translate('report.client'), translate('report.repairs')]}
              rows={charts.clients.map(({ name, total }) => [name, format.number(total)])}
            />
          }
        >
          <BarsChart
            title={titles.clients}
            bars={charts.clients.map((client) => ({
              ...counted(client),
              key: String(client.id),
              to: to({ clientId: String(client.id) }),
            }))}
          />
        </ChartCard>
        <ChartCard
          title={titles.parts}
          note={translate('report.partsNote')}
          table={
            <NumbersTable
              title={titles.parts}
              heads={[translate('report.part'), translate('report.repairs')]}
              rows={charts.parts.map(({ name, total }) => [name, format.number(total)])}
            />
          }
        >
          <BarsChart
            title={titles.parts}
            bars={charts.parts.map((part) => ({
              ...counted(part),
              key: String(part.id),
              to: to({ categoryId: part.category, partId: String(part.id) }),
            }))}
          />
        </ChartCard>
      </Box>
    </Box>
  );
}

function ChartSkeletons() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
        {['months', 'turnaround', 'clients', 'parts'].map((chart) => (
          <Card key={chart} sx={{ padding: 2, ...(chart === 'months' && { gridColumn: '1 / -1' }) }}>
            <Skeleton height={24} width={180} />
            <Skeleton height={240} sx={{ marginTop: 2 }} />
          </Card>
        ))}
      </Box>
    </Loading>
  );
}
