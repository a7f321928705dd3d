import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { StatusChoice } from '../../server/types';
import { useFormat } from '../../shared/format';
import { RouterLink } from '../../shared/links';
import { ChartGroup, sizeOf, tabIndexOf } from './ChartGroup';
import { type Month, scaleOf } from './charts';
import { daysOf } from './narrowing';

type Props = {
  title: string;
  months: readonly Month[];
  /** Where the rows of a bar are. */
  to: (more: Record<string, string>) => { search: string };
};

const height = 220;
/** Room for the numbers of the lines. */
const axis = 40;

/** A column a month, its statuses one above the other; each piece leads to its rows. */
export function MonthsChart({ title, months, to }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const { status: colours } = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const { top, lines } = scaleOf(Math.max(...months.map(({ total }) => total)));

  // Where not all months have room, the newest are shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other months are another chart
  useEffect(() => {
    box.current?.scrollTo({ left: box.current.scrollWidth });
  }, [months.length]);

  return (
    <Box ref={box} sx={{ overflowX: 'auto', paddingTop: 1 }}>
      <ChartGroup
        title={title}
        sx={(theme) => ({
          ...theme.typography.caption,
          position: 'relative',
          display: 'flex',
          paddingInlineStart: `${axis}px`,
          minWidth: `${axis + months.length * 22}px`,
          color: 'text.tertiary',
          '@media print': { minWidth: 0 },
          '& .lines': { position: 'absolute', insetInline: `${axis}px 0`, top: 0, height },
          '& .line': {
            position: 'absolute',
            insetInline: 0,
            bottom: 'var(--size)',
            borderTop: 1,
            borderColor: 'divider',
          },
          '& .line span': { position: 'absolute', insetInlineEnd: 'calc(100% + 8px)', translate: '0 -50%' },
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
            borderTop: 1,
            borderColor: 'background.paper',
            printColorAdjust: 'exact',
          },
          '& a:hover': { opacity: 0.8 },
          '& a:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
          '& b': { display: 'block', fontWeight: 'fontWeightMedium', color: 'text.primary' },
        })}
      >
        <div className="lines" aria-hidden>
          {lines.map((line) => (
            <div key={line} className="line" style={sizeOf(line, top)}>
              <span>{format.number(line)}</span>
            </div>
          ))}
        </div>
        {months.map(({ month, segments }, index) => (
          <div key={month} className="month">
            <div className="column">
              {segments.map(({ status, total }) => {
                const words = { month: format.month(month), status: status.value, count: format.number(total) };
                const label = translate('report.monthBar', words);
                return (
                  <RouterLink
                    key={status.key}
                    style={{ ...sizeOf(total, top), backgroundColor: colours[status.tone].text }}
                    // The first month is one that has requests.
                    tabIndex={tabIndexOf(index === 0 && status === segments[0]?.status)}
                    to={to({ ...daysOf(month), status: status.key })}
                    aria-label={label}
                    title={label}
                  />
                );
              })}
            </div>
            <div aria-hidden>
              {isNamed(index, months.length) && format.shortMonth(month)}
              {(index === 0 || month.endsWith('-01')) && <b>{month.slice(0, 4)}</b>}
            </div>
          </div>
        ))}
      </ChartGroup>
    </Box>
  );
}

/** Where there are many months only some are named. */
function isNamed(index: number, count: number): boolean {
  return count <= 24 || index % 3 === 0;
}

/** What the colours stand for: statuses of one colour together. */
export function MonthsLegend({ statuses }: { statuses: readonly StatusChoice[] }) {
  const { status: colours } = useTheme();
  const tones = [...new Set(statuses.map(({ tone }) => tone))];
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
        },
      })}
    >
      {tones.map((tone) => (
        <li key={tone}>
          <i aria-hidden style={{ backgroundColor: colours[tone].text }} />
          {statuses
            .filter((status) => status.tone === tone)
            .map(({ value }) => value)
            .join(', ')}
        </li>
      ))}
    </Box>
  );
}
