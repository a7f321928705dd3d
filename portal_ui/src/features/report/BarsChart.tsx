import { RouterLink } from '../../core/routing/links';
import { ChartGroup, getSizeStyle, getTabIndex } from './ChartGroup';

export type Bar = {
  key: string;
  name: string;
  /** The lengths of the bar, the long one behind. */
  value: number;
  behind?: number;
  text: string;
  /** What the bar says to those who cannot see it, and the numbers of its row in the table. */
  label: string;
  numbers: readonly string[];
  to: { search: string };
};

/** A bar a row: name, length, number; the whole row leads to what it counts. */
export function BarsChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const top = Math.max(...bars.map(({ value, behind = 0 }) => Math.max(value, behind))) || 1;
  return (
    <ChartGroup
      title={title}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: 'minmax(96px, 34%) 1fr auto',
        '& a': {
          ...theme.typography.body2,
          display: 'grid',
          gridColumn: '1 / -1',
          gridTemplateColumns: 'subgrid',
          alignItems: 'center',
          columnGap: 1,
          minHeight: 30,
          paddingBlock: 0.25,
          paddingInline: 0.5,
          borderRadius: 1,
          color: 'text.primary',
          textDecoration: 'none',
          breakInside: 'avoid',
        },
        '& a:hover': { backgroundColor: theme.portal.sunk },
        '& a:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
        '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', color: 'text.secondary' },
        '& .track': { position: 'relative', height: 16 },
        '& .track i': {
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: 0,
          width: 'var(--size)',
          minWidth: '2px',
          borderRadius: '3px',
          printColorAdjust: 'exact',
          backgroundColor: 'primary.main',
        },
        '& .track .behind': { backgroundColor: theme.portal.accentSoft, border: 1, borderColor: 'primary.main' },
        '@media (forced-colors: active)': {
          '& .track i': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
          '& .track .behind': { backgroundColor: 'Canvas', borderColor: 'CanvasText' },
        },
        '& .text': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
      })}
    >
      {bars.map(({ key, name, value, behind, text, label, to }, index) => (
        <RouterLink key={key} to={to} tabIndex={getTabIndex(index === 0)} aria-label={label} title={label}>
          <span className="name">{name}</span>
          <span className="track">
            {behind !== undefined && <i className="behind" style={getSizeStyle(behind, top)} />}
            <i style={getSizeStyle(value, top)} />
          </span>
          <span className="text">{text}</span>
        </RouterLink>
      ))}
    </ChartGroup>
  );
}
