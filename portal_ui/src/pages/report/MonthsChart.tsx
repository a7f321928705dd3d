import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type CSSProperties, useEffect, useRef } from 'react';
import type { StatusChoice } from '../../server/types';
import { useFormat } from '../../shared/format';
import { RouterLink } from '../../shared/links';
import type { Month } from './charts';
import { scaleOf } from './charts';
import { daysOf } from './narrowing';
import { useRoving } from './useRoving';

type Props = {
  title: string;
  months: readonly Month[];
  /** Where the rows of a bar are. */
  to: (more: Record<string, string>) => { search: string };
};

const size = (value: number, top: number) => ({ '--size': `${(100 * value) / top}%` }) as CSSProperties;

/** A column a month, its statuses one above the other; each piece leads to its rows. */
export function MonthsChart({ title, months, to }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const roving = useRoving();
  const box = useRef<HTMLDivElement>(null);
  const { top, lines } = scaleOf(Math.max(...months.map(({ total }) => total)));
  let first = true;

  // Where not all months have room, the newest are shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other months are another chart
  useEffect(() => {
    box.current?.scrollTo({ left: box.current.scrollWidth });
  }, [months.length]);

  return (
    <Box ref={box} sx={{ overflowX: 'auto', paddingTop: 1 }}>
      <Box
        ref={roving.ref}
        onKeyDown={roving.onKeyDown}
        role="group"
        aria-label={title}
        sx={(theme) => ({
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 1,
          minWidth: `${40 + months.length * 22}px`,
          '@media print': { minWidth: 0 },
          '& .axis, & .plot': { position: 'relative', height: 220 },
          '& .axis span': {
            ...theme.typography.caption,
            display: 'block',
            position: 'absolute',
            insetInlineEnd: 0,
            bottom: 'var(--size)',
            transform: 'translateY(50%)',
            color: theme.portal.text3,
          },
          '& .axis': { minWidth: 32 },
          '& .line': {
            position: 'absolute',
            insetInline: 0,
            bottom: 'var(--size)',
            borderTop: `1px solid ${theme.vars.palette.divider}`,
          },
          '& .columns': { position: 'absolute', inset: 0, display: 'flex' },
          '& .month': {
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column-reverse',
            alignItems: 'center',
          },
          '& .month a': {
            width: '72%',
            maxWidth: 48,
            height: 'var(--size)',
            minHeight: '2px',
            flexShrink: 0,
            borderTop: `1px solid ${theme.vars.palette.background.paper}`,
            printColorAdjust: 'exact',
          },
          '& .month a:hover': { opacity: 0.8 },
          '& .month a:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
          '& .names': { ...theme.typography.caption, display: 'flex', color: theme.portal.text3, marginTop: '6px' },
          '& .names span': { flex: 1, minWidth: 0, textAlign: 'center', overflow: 'visible', whiteSpace: 'nowrap' },
          '& .names b': { display: 'block', fontWeight: 'fontWeightMedium', color: theme.vars.palette.text.primary },
          ...Object.fromEntries(
            (['waiting', 'moving', 'done', 'rejected', 'idle'] as const).map((tone) => [
              `& .${tone}`,
              { backgroundColor: theme.status[tone].text },
            ]),
          ),
        })}
      >
        <div className="axis" aria-hidden>
          {lines.map((line) => (
            <span key={line} style={size(line, top)}>
              {format.number(line)}
            </span>
          ))}
        </div>
        <div className="plot">
          {lines.map((line) => (
            <div key={line} className="line" style={size(line, top)} />
          ))}
          <div className="columns">
            {months.map(({ month, segments }) => (
              <div key={month} className="month">
                {segments.map(({ status, total }) => {
                  const tabIndex = first ? 0 : -1;
                  first = false;
                  const label = { month: format.month(month), status: status.value, count: format.number(total) };
                  return (
                    <RouterLink
                      key={status.key}
                      className={status.tone}
                      style={size(total, top)}
                      tabIndex={tabIndex}
                      to={to({ ...daysOf(month), status: status.key })}
                      aria-label={translate('report.monthBar', label)}
                      title={translate('report.monthBar', label)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
        </div>
        <span />
        <div className="names" aria-hidden>
          {months.map(({ month }, index) => (
            <span key={month}>
              {named(index, months.length) ? format.shortMonth(month) : ''}
              {(index === 0 || month.endsWith('-01')) && <b>{month.slice(0, 4)}</b>}
            </span>
          ))}
        </div>
      </Box>
    </Box>
  );
}

/** Where there are many months only some are named. */
function named(index: number, count: number): boolean {
  return count <= 24 || index % 3 === 0;
}

/** What the colours stand for: statuses of one colour together. */
export function MonthsLegend({ statuses }: { statuses: readonly StatusChoice[] }) {
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
        '& i': {
          width: 12,
          height: 12,
          borderRadius: '3px',
          flex: 'none',
          marginTop: '3px',
          printColorAdjust: 'exact',
        },
        '& li': { display: 'flex', gap: 0.75 },
      })}
    >
      {tones.map((tone) => (
        <li key={tone}>
          <Box component="i" aria-hidden sx={(theme) => ({ backgroundColor: theme.status[tone].text })} />
          <span>
            {statuses
              .filter((status) => status.tone === tone)
              .map(({ value }) => value)
              .join(', ')}
          </span>
        </li>
      ))}
    </Box>
  );
}
