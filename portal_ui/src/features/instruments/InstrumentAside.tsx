import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { InstrumentHistory } from '../../api/instruments';
import { UploadedFiles } from '../../core/files/UploadedFileRow';
import { useFormat } from '../../core/i18n/format';
import { LocalizedLink } from '../../core/routing/links';
import { sumCostsByYear, type YearCost } from './summary';

/** Number of files shown initially. */
const FEW_FILES = 3;
/** Maximum number of requests in the response; with fewer, the oldest is the first. */
const MAX_VISITS = 100;

/** Side column of an instrument: costs, files and facts. */
export function InstrumentAside({ history }: { history: InstrumentHistory }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
      <CostByYear years={sumCostsByYear(history.visits)} />
      <Files history={history} />
      <About history={history} />
    </Box>
  );
}

interface PanelProps {
  title: string;
  count?: number;
  action?: ReactNode;
  children: ReactNode;
}

function Panel({ title, count, action, children }: PanelProps) {
  return (
    <Card component="section" sx={{ padding: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28, marginBottom: 0.5 }}>
        <Typography variant="h2">{title}</Typography>
        {count !== undefined && <Chip component="span" size="small" label={count} />}
        <Box sx={{ flex: 1 }} />
        {action}
      </Box>
      {children}
    </Card>
  );
}

const pendingFill = (theme: Theme) =>
  `repeating-linear-gradient(135deg, ${theme.portal.chart.waiting} 0 4px, transparent 4px 7px)`;

/** Bar chart of approved costs per year; costs that await approval are hatched. */
function CostByYear({ years }: { years: YearCost[] }) {
  const translate = useTranslate();
  const { money } = useFormat();
  const most = Math.max(...years.map(({ approved, pending }) => approved + pending));
  if (years.length === 0) return null;
  const bar = { printColorAdjust: 'exact', forcedColorAdjust: 'none' } as const;
  return (
    <Panel title={translate('instrumentPage.costByYear')}>
      <Box component="dl" sx={{ margin: 0, display: 'grid', gap: 1, gridTemplateColumns: 'auto minmax(0, 1fr) auto' }}>
        {years.map(({ year, approved, pending }) => (
          <Box key={year} sx={{ display: 'contents' }}>
            <Typography component="dt" className="tabular">
              {year}
            </Typography>
            <Box
              component="dd"
              sx={{
                margin: 0,
                display: 'grid',
                // One column of amounts, so that bars compare.
                gridColumn: 'span 2',
                gridTemplateColumns: 'subgrid',
                alignItems: 'center',
              }}
            >
              <Box
                aria-hidden
                sx={(theme) => ({
                  ...bar,
                  display: 'flex',
                  height: 12,
                  borderRadius: '3px',
                  overflow: 'hidden',
                  backgroundColor: theme.portal.recessed,
                })}
              >
                <Box
                  sx={(theme) => ({
                    ...bar,
                    width: `${(approved / most) * 100}%`,
                    backgroundColor: theme.portal.chart.single,
                  })}
                />
                <Box
                  sx={(theme) => ({ ...bar, width: `${(pending / most) * 100}%`, backgroundImage: pendingFill(theme) })}
                />
              </Box>
              <Typography
                component="span"
                className="tabular"
                sx={{ fontWeight: 'fontWeightBold', whiteSpace: 'nowrap', textAlign: 'end' }}
              >
                {money(approved + pending)}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, marginTop: 1 }}>
        {(['approved', 'pending'] as const).map(
          (part) =>
            years.some((year) => year[part] > 0) && (
              <Typography
                key={part}
                component="span"
                variant="body2"
                sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
              >
                <Box
                  sx={(theme) => ({
                    ...bar,
                    width: 10,
                    height: 10,
                    borderRadius: '3px',
                    ...(part === 'approved'
                      ? { backgroundColor: theme.portal.chart.single }
                      : { backgroundImage: pendingFill(theme) }),
                  })}
                />
                {translate(`instrumentPage.${part}`)}
              </Typography>
            ),
        )}
      </Box>
    </Panel>
  );
}

/** Files of all requests of the instrument, newest requests first. */
function Files({ history: { visits } }: { history: InstrumentHistory }) {
  const translate = useTranslate();
  const [isExpanded, setExpanded] = useState(false);
  const files = visits.flatMap(({ attachments }) => attachments);
  if (files.length === 0) return null;
  const visibleFiles = isExpanded ? files : files.slice(0, FEW_FILES);
  return (
    <Panel
      title={translate('instrumentPage.files')}
      count={files.length}
      action={
        files.length > FEW_FILES && (
          <Button
            size="small"
            variant="text"
            color="primary"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {translate(isExpanded ? 'instrumentPage.seeFewer' : 'instrumentPage.seeAll')}
          </Button>
        )
      }
    >
      <UploadedFiles files={visibleFiles} list={files} />
    </Panel>
  );
}

/** Facts about the instrument: owner, service, manufacturer and category. */
function About({ history }: { history: InstrumentHistory }) {
  const translate = useTranslate();
  const { date } = useFormat();
  const { visits, clientName, manufacturer, category, replaces, replacedBy } = history;
  const oldest = visits.length < MAX_VISITS ? visits.at(-1) : undefined;
  const facts: [string, ReactNode][] = [
    ['owner', clientName],
    ['service', visits[0]?.serviceName],
    ['maker', manufacturer],
    ['category', category.name],
    ['firstSeen', oldest && date(oldest.createdAt)],
    ['replacesLabel', replaces.length > 0 && <Related instruments={replaces} />],
    ['replacedByLabel', replacedBy.length > 0 && <Related instruments={replacedBy} />],
  ];
  return (
    <Panel title={translate('instrumentPage.about')}>
      <Box
        component="dl"
        sx={{ margin: 0, display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: '96px minmax(0, 1fr)' }}
      >
        {facts.map(
          ([key, value]) =>
            value && (
              <Box key={key} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                  {translate(`instrumentPage.${key}`)}
                </Typography>
                <Typography component="dd" variant="body2" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
                  {value}
                </Typography>
              </Box>
            ),
        )}
      </Box>
    </Panel>
  );
}

/** Instruments that replaced one another, with links to those in the portal. */
function Related({ instruments }: { instruments: InstrumentHistory['replaces'] }) {
  return instruments.map(({ id, serialNumber }) => (
    <Box key={serialNumber} component="span" sx={{ display: 'block' }}>
      {id === null ? serialNumber : <LocalizedLink to={`instrument/${id}`}>{serialNumber}</LocalizedLink>}
    </Box>
  ));
}
