import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Line drawings of instruments in a square of 32 units: outline, and parts in the accent color. */
const drawings = {
  handheld: (
    <>
      <path d="M9 12V9a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v3" />
      <rect x="4" y="12" width="24" height="13" rx="3" />
      <path d="M4 16H2v5h2M8 25v2M24 25v2" />
      <rect className="accent" x="12" y="15" width="9" height="6" rx="1" />
      <path className="accent" d="M24.5 16.5v.01M24.5 19.5v.01" />
    </>
  ),
  backpack: (
    <>
      <path d="M12 7V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
      <path d="M8 14a7 7 0 0 1 7-7h2a7 7 0 0 1 7 7v13a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2z" />
      <path d="M8 17H6v8h2M24 17h2v8h-2M12 7v7M20 7v7" />
      <rect className="accent" x="12" y="18" width="8" height="6" rx="1" />
    </>
  ),
  pager: (
    <>
      <rect x="9" y="4" width="14" height="25" rx="3" />
      <path d="M13 4V2h6v2" />
      <rect className="accent" x="12" y="8" width="8" height="7" rx="1" />
      <path d="M13.5 19.5v.01M18.5 19.5v.01M13 24.5h6" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** Drawing of an instrument; decorative. */
export function InstrumentDrawing({ name }: { name: keyof typeof drawings }) {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 32 32"
      sx={{
        width: 32,
        height: 32,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.5,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        '& .accent': { stroke: (theme) => theme.vars.palette.primary.main },
      }}
    >
      {drawings[name]}
    </Box>
  );
}
