import Box from '@mui/material/Box';
import type { CSSProperties } from 'react';
import { RouterLink } from '../../shared/links';
import { useRoving } from './useRoving';

export type Bar = {
  key: string;
  name: string;
  /** The lengths of the bar, the long one behind. */
  value: number;
  behind?: number;
  text: string;
  /** What the bar says to those who cannot see it. */
  label: string;
  to: { search: string };
};

const size = (value: number, top: number) => ({ '--size': `${(100 * value) / top}%` }) as CSSProperties;

/** A bar a row: name, length, number; the whole row leads to what it counts. */
export function BarsChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const roving = useRoving();
  const top = Math.max(...bars.map(({ value, behind = 0 }) => Math.max(value, behind))) || 1;
  return (
    <Box
      ref={roving.ref}
      onKeyDown={roving.onKeyDown}
      role="group"
      aria-label={title}
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
          backgroundColor: theme.vars.palette.primary.main,
        },
        '& .track .behind': {
          backgroundColor: theme.portal.accentSoft,
          border: `1px solid ${theme.vars.palette.primary.main}`,
        },
        '& .text': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
      })}
    >
      {bars.map(({ key, name, value, behind, text, label, to }, index) => (
        <RouterLink key={key} to={to} tabIndex={index === 0 ? 0 : -1} aria-label={label} title={label}>
          <span className="name">{name}</span>
          <span className="track">
            {behind !== undefined && <i className="behind" style={size(behind, top)} />}
            <i style={size(value, top)} />
          </span>
          <span className="text">{text}</span>
        </RouterLink>
      ))}
    </Box>
  );
}
