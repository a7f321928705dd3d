import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';

interface StickyToolbarProps {
  /** At the left: quiet actions, whether everything is saved. */
  start?: ReactNode;
  /** Why the primary action cannot be taken yet; give the button `aria-describedby={reasonId}`. */
  reason?: ReactNode;
  reasonId?: string;
  /** A strip above the buttons: why the last try failed. */
  problem?: ReactNode;
  /** The buttons at the right, the primary one last; on a phone they share the width. */
  children?: ReactNode;
  /** How far it reaches beyond what holds it. */
  sx?: SxProps<Theme>;
}

/** Sticky toolbar at the foot of a card or a page. What has the focus is never hidden under it. */
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
          borderRadius: { md: `0 0 ${theme.portal.cardRadius}px ${theme.portal.cardRadius}px` },
          backgroundColor: theme.vars.palette.background.paper,
          overflow: 'hidden',
          // A phone held sideways has no room to spare.
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
          '& > .MuiButton-root': { flex: { xs: '1 1 0', md: 'none' }, whiteSpace: { xs: 'normal', md: 'nowrap' } },
        }}
      >
        {start && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginInlineEnd: 'auto', alignItems: 'center' }}>
            {start}
          </Box>
        )}
        {reason && (
          <Typography
            variant="body2"
            component="div"
            id={reasonId}
            aria-live="polite"
            sx={{
              color: 'text.tertiary',
              flex: { xs: '1 1 100%', md: '0 1 auto' },
              textAlign: { md: 'right' },
              maxWidth: { md: 420 },
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

/** Room between the bar and what the browser scrolls into view. */
const SCROLL_MARGIN = 12;

/** Set the scroll padding, so that a focused element is scrolled above the bar. */
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
