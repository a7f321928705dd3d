import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { useLocation } from 'react-router';
import { useAllParts } from '../../kernel/catalogue/catalogue';
import { type FilterValues, hasChoices, requestFilter } from '../../kernel/list/listParams';
import { useListScreen } from '../../kernel/list/listScreen';
import { useErrorMessage } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import type { Charts, Filter, ResourceMeta } from '../../server/types';
import { Empty, ErrorState } from '../../shared/Empty';
import { type Format, useFormat } from '../../shared/format';
import { Loading } from '../../shared/Skeletons';
import { type Bar, BarsChart } from './BarsChart';
import { ChartCard } from './ChartCard';
import { monthsOf, mostBars, statusesIn, useCharts } from './charts';
import { MonthsChart, MonthsLegend } from './MonthsChart';
import { rowsAddress } from './narrowing';
import { Totals } from './Totals';

type Counted = { id: number; name: string; total: number };

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
  const monthsTitle = translate('report.months');

  const counted = ({ id, name, total }: Counted, more: Record<string, string>): Bar => {
    const text = format.number(total);
    const label = translate('report.bar', { name, count: text });
    return { key: String(id), name, value: total, text, label, numbers: [text], to: to(more) };
  };
  const barCharts: { key: string; note: string; heads: string[]; bars: Bar[] }[] = [
    {
      key: 'turnaround',
      note: translate(charts.turnaround.length > 0 ? 'report.turnaroundNote' : 'report.noTurnaround'),
      heads: ['step', 'median', 'p90', 'left'],
      bars: charts.turnaround.map(({ status, name, median, p90, total }) => {
        const days = { median: format.average(median), p90: format.average(p90) };
        return {
          key: status,
          name,
          value: median,
          behind: p90,
          text: translate('report.medianAndP90', days),
          label: translate('report.stepBar', { name, ...days }),
          numbers: [days.median, days.p90, format.number(total)],
          to: to({ leftStep: status }),
        };
      }),
    },
    {
      key: 'clients',
      note: charts.clients.length >= mostBars ? translate('report.most', { count: mostBars }) : '',
      heads: ['client', 'repairs'],
      bars: charts.clients.map((client) => counted(client, { clientId: String(client.id) })),
    },
    {
      key: 'parts',
      note: translate('report.partsNote'),
      heads: ['part', 'repairs'],
      bars: charts.parts.map((part) => counted(part, { categoryId: part.category, partId: String(part.id) })),
    },
  ];

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
          title={monthsTitle}
          legend={<MonthsLegend statuses={present} />}
          heads={[translate('report.month'), ...present.map(({ value }) => value), translate('report.total')]}
          rows={months.map(({ month, segments, total }) => [
            format.month(month),
            ...present.map(({ key }) => format.number(segments.find(({ status }) => status.key === key)?.total ?? 0)),
            format.number(total),
          ])}
        >
          <MonthsChart title={monthsTitle} months={months} to={to} />
        </ChartCard>
        {barCharts.map(({ key, note, heads, bars }) => (
          <ChartCard
            key={key}
            title={translate(`report.${key}`)}
            note={note}
            heads={heads.map((head) => translate(`report.${head}`))}
            rows={bars.map(({ name, numbers }) => [name, ...numbers])}
          >
            <BarsChart title={translate(`report.${key}`)} bars={bars} />
          </ChartCard>
        ))}
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

/** What the report was asked for, in words: on paper there is no panel. */
function FilterWords({ resource, values }: { resource: ResourceMeta; values: FilterValues }) {
  const part = resource.filters.find(({ type }) => type === 'part');
  const category = part?.type === 'part' ? textOf(values[part.other]) : '';
  const { data: parts = [] } = useAllParts(category);
  const format = useFormat();
  const words = resource.filters.flatMap((filter) => {
    const value = textOf(values[filter.key]);
    return value ? [`${filter.label}: ${shown(format, filter, value, parts)}`] : [];
  });
  return <Typography sx={{ display: 'none', displayPrint: 'block', marginBottom: 2 }}>{words.join(' · ')}</Typography>;
}

const textOf = (value: unknown) => (value === undefined ? '' : String(value));

function shown(format: Format, filter: Filter, value: string, parts: readonly { key: string; name: string }[]): string {
  if (filter.type === 'date') return format.day(value);
  const choices = filter.type === 'part' ? parts : hasChoices(filter) ? filter.choices : [];
  return choices.find(({ key }) => String(key) === value)?.name ?? value;
}
