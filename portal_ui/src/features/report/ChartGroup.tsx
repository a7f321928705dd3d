import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';

type Props = { title: string; sx: SxProps<Theme>; children: ReactNode };

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Links of a chart with a roving tabindex: one tab stop. Arrow keys, Home and End move between the links. */
export function ChartGroup({ title, sx, children }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(group.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const step = steps[event.key];
    let to = step === undefined ? -1 : at + step;
    if (event.key === 'Home') to = 0;
    if (event.key === 'End') to = links.length - 1;
    const target = links[to];
    if (at < 0 || !target) return;
    event.preventDefault();
    for (const link of links) link.tabIndex = link === target ? 0 : -1;
    target.focus();
  };
  return (
    <Box ref={group} onKeyDown={onKeyDown} role="group" aria-label={title} sx={sx}>
      {children}
    </Box>
  );
}

/** Return the tab index of a link; only the first one is a tab stop. */
export const getTabIndex = (isFirst: boolean): number => (isFirst ? 0 : -1);

/** Return the CSS variable for the size of a bar or the height of a line. */
export const getSizeStyle = (value: number, top: number) => ({ '--size': `${(100 * value) / top}%` }) as CSSProperties;
