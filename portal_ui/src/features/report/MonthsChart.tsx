import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { StatusChoice } from '../../api/types';
import { useFormat } from '../../core/i18n/format';
import { RouterLink } from '../../core/routing/links';
import { getNiceTicks } from '../../core/ui/niceTicks';
import { ChartGroup, getSizeStyle, getTabIndex } from './ChartGroup';
import { getMonthBounds } from './chartLinks';
import { type Month, type Segment, TONE_ORDER } from './charts';

type Props = {
  title: string;
  months: readonly Month[];
  /** Return the link to the rows that a bar counts. */
  to: (more: Record<string, string>) => { search: string };
};

const height = 236;
const chartAreaStyle = { height, '& > div': { position: 'absolute', insetInline: 0, bottom: 'var(--size)' } } as const;
/** Maximum number of months with enough width for a label each. */
const MAX_LABELS = 14;

/** Stacked column chart of statuses by month; each segment links to its rows. */
export function MonthsChart({ title, months, to }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const { chart } = useTheme().portal;
  const box = useRef<HTMLDivElement>(null);
  const { top, lines } = getNiceTicks(Math.max(...months.map(({ total }) => total)));

  // If not all months fit, scroll to the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the number of months changes
  useEffect(() => {
    box.current?.scrollTo({ left: box.current.scrollWidth });
  }, [months.length]);

  return (
    <Box sx={(theme) => ({ ...theme.typography.caption, display: 'flex', paddingTop: 2, color: 'text.tertiary' })}>
      {/* The axis labels are outside the scroll container, so they stay in view. */}
      <Box aria-hidden sx={{ ...chartAreaStyle, position: 'relative', flex: 'none', width: 36, textAlign: 'end' }}>
        {lines.map((line) => (
          <Box
            component="div"
            key={line}
            style={getSizeStyle(line, top)}
            sx={{ paddingInlineEnd: 1, translate: '0 50%' }}
          >
            {format.number(line)}
          </Box>
        ))}
      </Box>
      {/* The scroll container would clip the number above a column of full height. */}
      <Box ref={box} sx={{ flex: 1, overflowX: 'auto', marginTop: -2.5, paddingTop: 2.5 }}>
        <ChartGroup
          title={title}
          sx={(theme) => ({
            position: 'relative',
            display: 'flex',
            minWidth: months.length * 20,
            paddingInline: '6px',
            '@media print': { minWidth: 0 },
            '& .lines': { ...chartAreaStyle, position: 'absolute', insetInline: 0 },
            '& .lines div': { borderTop: 1, borderColor: 'divider' },
            '& .month': { position: 'relative', flex: 1, minWidth: 0, textAlign: 'center', whiteSpace: 'nowrap' },
            '& .column': {
              height,
              marginBottom: '6px',
              display: 'flex',
              flexDirection: 'column-reverse',
              alignItems: 'center',
            },
            '& a': {
              width: '72%',
              maxWidth: 48,
              height: 'var(--size)',
              minHeight: '2px',
              flexShrink: 0,
              printColorAdjust: 'exact',
              forcedColorAdjust: 'none',
            },
            // Only between segments of different colors; a line within one color would need an explanation.
            '& a[data-edge]': { borderTop: 2, borderColor: 'background.paper' },
            '& .total': { color: 'text.primary', fontWeight: 'fontWeightMedium', marginBottom: '2px' },
            '& a:hover': { opacity: 0.8 },
            '& a:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
            '& b': { display: 'block', fontWeight: 'fontWeightMedium', color: 'text.primary' },
          })}
        >
          <div className="lines" aria-hidden>
            {lines.map((line) => (
              <div key={line} style={getSizeStyle(line, top)} />
            ))}
          </div>
          {months.map(({ month, segments, total: ofMonth }, index) => (
            <div key={month} className="month">
              <div className="column">
                {segments.map(({ status, total }, segmentIndex) => {
                  const labelValues = { month: format.month(month), status: status.value, count: format.number(total) };
                  const label = translate('report.monthBar', labelValues);
                  return (
                    <RouterLink
                      key={status.key}
                      style={{ ...getSizeStyle(total, top), backgroundColor: chart[status.tone] }}
                      // The first month always has requests.
                      tabIndex={getTabIndex(index === 0 && status === segments[0]?.status)}
                      to={to({ ...getMonthBounds(month), status: status.key })}
                      data-edge={isEdge(segments, segmentIndex) || undefined}
                      aria-label={label}
                      title={label}
                    />
                  );
                })}
                {ofMonth > 0 && (
                  <span className="total" aria-hidden>
                    {format.number(ofMonth)}
                  </span>
                )}
              </div>
              <div aria-hidden>
                <Box component="span" sx={getNameStyle(months.length - 1 - index, months.length)}>
                  {format.shortMonth(month)}
                </Box>
                {(month.endsWith('-01') || (index === 0 && !months[1]?.month.endsWith('-01'))) && (
                  <b>{month.slice(0, 4)}</b>
                )}
              </div>
            </div>
          ))}
        </ChartGroup>
      </Box>
    </Box>
  );
}

/** Return whether the segment above has a different color. */
const isEdge = (segments: readonly Segment[], segmentIndex: number): boolean => {
  const above = segments[segmentIndex + 1];
  return above !== undefined && above.status.tone !== segments[segmentIndex]?.status.tone;
};

/** Return the visibility of a month label. Many months show some labels, a phone half of them, always the last. */
function getNameStyle(fromLast: number, count: number) {
  const step = Math.ceil(count / MAX_LABELS);
  const phoneVisibility = fromLast % (2 * step) === 0 ? 'visible' : 'hidden';
  return { visibility: { xs: phoneVisibility, sm: fromLast % step === 0 ? 'visible' : 'hidden' } };
}

/** Legend of the column colors. */
export function MonthsLegend({ statuses }: { statuses: readonly StatusChoice[] }) {
  const translate = useTranslate();
  const { chart } = useTheme().portal;
  const tones = TONE_ORDER.filter((tone) => statuses.some((status) => status.tone === tone));
  return (
    <Box
      component="ul"
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        margin: 0,
        marginTop: 1,
        padding: 0,
        listStyle: 'none',
        color: 'text.secondary',
        '& li': { display: 'flex', gap: 0.75 },
        '& i': {
          width: 12,
          height: 12,
          borderRadius: '3px',
          flex: 'none',
          marginTop: '3px',
          printColorAdjust: 'exact',
          forcedColorAdjust: 'none',
        },
      })}
    >
      {tones.map((tone) => (
        <li key={tone}>
          <i aria-hidden style={{ backgroundColor: chart[tone] }} />
          {translate(`report.tones.${tone}`)}
        </li>
      ))}
    </Box>
  );
}
