import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';

type Props = { title: string; sx: SxProps<Theme>; children: ReactNode };

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Roving tabindex for the links of a chart: one stop of Tab, arrows go from one to the next, Home and End to the ends.
 */
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

/** Tab index of a link (roving tabindex): the first one is where Tab stops. */
export const getTabIndex = (isFirst: boolean): number => (isFirst ? 0 : -1);

/** How long a bar or how high a line is, for the style of its chart. */
export const getSizeStyle = (value: number, top: number) => ({ '--size': `${(100 * value) / top}%` }) as CSSProperties;
