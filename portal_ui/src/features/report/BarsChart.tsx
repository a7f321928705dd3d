import { RouterLink } from '../../core/routing/links';
import { ChartGroup, getSizeStyle, getTabIndex } from './ChartGroup';

export type Bar = {
  key: string;
  name: string;
  /** Name next to the bar. */
  shortName?: string;
  /** Length of the bar; `tick` is the position of a mark on it. */
  value: number;
  tick?: number;
  text: string;
  tickText?: string;
  /** Accessible name of the bar; `numbers` is its row in the table. */
  label: string;
  numbers: readonly string[];
  to: { search: string };
};

interface BarsChartProps {
  title: string;
  bars: readonly Bar[];
  /** True to show name and number above a bar of full width. */
  isRanking?: boolean;
}

/** Horizontal bar chart. Each row has name, bar and number and links to the rows it counts. */
export function BarsChart({ title, bars, isRanking = false }: BarsChartProps) {
  const top = Math.max(...bars.map(({ value, tick = 0 }) => Math.max(value, tick))) || 1;
  return (
    <ChartGroup
      title={title}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: isRanking ? 'minmax(0, 1fr) auto' : 'auto 1fr auto auto',
        '& a': {
          ...theme.typography.body2,
          display: 'grid',
          gridColumn: '1 / -1',
          gridTemplateColumns: 'subgrid',
          alignItems: 'center',
          columnGap: 1,
          minHeight: isRanking ? 30 : { xs: 30, md: 24 },
          paddingBlock: 0.25,
          paddingInline: 0.5,
          borderRadius: 1,
          color: 'text.primary',
          textDecoration: 'none',
          breakInside: 'avoid',
        },
        '& a:hover': { backgroundColor: theme.portal.recessed },
        '& a:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
        '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        '& .track': {
          position: 'relative',
          height: isRanking ? 8 : 10,
          borderRadius: '3px',
          backgroundColor: theme.portal.recessed,
          ...(isRanking && { gridColumn: '1 / -1', gridRow: 2, marginBottom: '4px' }),
        },
        '& .track i': {
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: 0,
          width: 'var(--size)',
          minWidth: '2px',
          borderRadius: '3px',
          printColorAdjust: 'exact',
          backgroundColor: theme.portal.chart.single,
        },
        '& .track .tick': {
          insetBlock: '-3px',
          borderRadius: 0,
          backgroundColor: 'transparent',
          borderInlineEnd: `2px solid ${theme.vars.palette.text.primary}`,
        },
        '@media (forced-colors: active)': {
          '& .track': { border: '1px solid CanvasText' },
          '& .track i': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
          '& .track .tick': { backgroundColor: 'transparent', borderColor: 'CanvasText' },
        },
        '& .text': {
          textAlign: 'end',
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
          fontWeight: theme.typography.fontWeightBold,
        },
        '& .text + .text': { fontWeight: 'inherit', color: theme.vars.palette.text.secondary },
      })}
    >
      {bars.map(({ key, name, shortName = name, value, tick, text, tickText, label, to }, index) => (
        <RouterLink key={key} to={to} tabIndex={getTabIndex(index === 0)} aria-label={label} title={label}>
          <span className="name">{shortName}</span>
          <span className="track">
            <i style={getSizeStyle(value, top)} />
            {tick !== undefined && <i className="tick" style={getSizeStyle(tick, top)} />}
          </span>
          <span className="text">{text}</span>
          {tickText && <span className="text">{tickText}</span>}
        </RouterLink>
      ))}
    </ChartGroup>
  );
}
