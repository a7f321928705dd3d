import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';

/** Start of the toolbar. On a phone it takes no gap, as it may be empty. */
const startStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  marginInlineStart: { xs: -1, md: 0 },
  marginInlineEnd: 'auto',
} as const;

interface StickyToolbarProps {
  /** Secondary actions or the save status, at the start. */
  start?: ReactNode;
  /** Reason for a disabled primary action; set `aria-describedby={reasonId}` on it. */
  reason?: ReactNode;
  reasonId?: string;
  /** Error alert above the buttons. */
  problem?: ReactNode;
  /** Buttons at the end, the primary one last; on phones they share the width. */
  children?: ReactNode;
  /** Styles, such as the padding of the container. */
  sx?: SxProps<Theme>;
}

/** Sticky toolbar at the bottom of a card or page. It never covers the focused element. */
export function StickyToolbar({ start, reason, reasonId, problem, children, sx = [] }: StickyToolbarProps) {
  const bar = useScrollPadding();
  return (
    <Box
      ref={bar}
      data-action-bar
      sx={[
        (theme) => ({
          position: 'sticky',
          bottom: 0,
          zIndex: 3,
          borderTop: `1px solid ${theme.vars.palette.divider}`,
          borderRadius: `0 0 ${theme.portal.cardRadius}px ${theme.portal.cardRadius}px`,
          backgroundColor: theme.vars.palette.background.paper,
          overflow: 'hidden',
          // The viewport of a phone in landscape orientation is not high enough for a sticky toolbar.
          '@media (max-height: 480px)': { position: 'static' },
          '@media print': { display: 'none' },
        }),
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {problem}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1,
          paddingBlock: 1.5,
          paddingInline: 2,
          '& > .MuiButton-root, & > :last-child > .MuiButton-root': { flex: { xs: '1 1 auto', md: 'none' } },
        }}
      >
        {start && <Box sx={startStyle}>{start}</Box>}
        {reason && (
          <Typography
            variant="body2"
            component="div"
            id={reasonId}
            aria-live="polite"
            sx={{
              color: 'text.tertiary',
              // On a phone, above the buttons.
              order: { xs: -1, md: 0 },
              // On a desktop it takes the free width, and wraps only if it is longer.
              flex: { xs: '1 1 100%', md: '1 1 0' },
              minWidth: { md: 240 },
              textAlign: { md: 'right' },
              textWrap: 'balance',
            }}
          >
            {reason}
          </Typography>
        )}
        {children}
      </Box>
    </Box>
  );
}

/** Margin between the toolbar and an element scrolled into view, in pixels. */
const SCROLL_MARGIN = 12;

/** Set the scroll padding, so that focused elements scroll above the toolbar. */
function useScrollPadding() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element || !('ResizeObserver' in window)) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${element.offsetHeight + SCROLL_MARGIN}px`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);
  return bar;
}
