import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { RepairPart } from '../../../api/repairs';
import { Thumbnail } from '../../../core/files/Thumbnail';
import { useSerial, useUnitName } from './useUnitName';

/**
 * Sticky head of a dialog with rows.
 * Rows and fields that are scrolled into view stay below it.
 */
export function DialogHead({ children }: { children: ReactNode }) {
  const head = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = head.current;
    const content = element?.parentElement;
    if (!element || !content || !('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(() => {
      content.style.scrollPaddingTop = `${element.offsetHeight}px`;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Box
      ref={head}
      sx={(theme) => ({
        position: 'sticky',
        // Covers the padding of the dialog, where rows would be visible while scrolling.
        top: '-8px',
        marginTop: -1,
        paddingTop: 1,
        zIndex: 1,
        display: 'grid',
        gap: 0.5,
        marginInline: -3,
        paddingInline: 3,
        paddingBottom: 1.5,
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      {children}
    </Box>
  );
}

/** Row of the last action; `turn` increases, so that the same row can be repeated. */
export interface RowPosition {
  key: string;
  turn: number;
}

/** Full-width row of a dialog. The row of the last action is highlighted and scrolled into view. */
export function DialogRow({ turn, label, children }: { turn: number; label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turn > 0) row.current?.scrollIntoView({ block: 'nearest' });
  }, [turn]);
  return (
    <Box
      ref={row}
      role="group"
      aria-label={label}
      aria-current={turn > 0 || undefined}
      sx={(theme) => ({
        marginInline: -3,
        paddingInline: 3,
        paddingBlock: 0.75,
        scrollMarginBottom: '16px',
        backgroundColor: turn > 0 ? theme.portal.accentSoft : undefined,
        borderTop: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      {children}
    </Box>
  );
}

interface UnitDialogRowProps {
  part: RepairPart;
  turn: number;
  /** Buttons next to the unit; below it on a phone. */
  controls: ReactNode;
  children: ReactNode;
}

/** Row of a unit in a dialog: image, model, serial number and buttons. */
export function UnitDialogRow({ part, turn, controls, children }: UnitDialogRowProps) {
  const serial = useSerial()(part);
  return (
    <DialogRow turn={turn} label={useUnitName()(part)}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
        <Thumbnail imageUrl={part.imageUrl} name={part.partName} plain />
        <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
          <Typography variant="subtitle1" component="p" noWrap title={part.partName}>
            {part.partName}
          </Typography>
          <Typography variant="body2" noWrap title={serial} sx={{ color: 'text.secondary' }}>
            {serial}
          </Typography>
        </Box>
        {controls}
      </Box>
      {children}
    </DialogRow>
  );
}
