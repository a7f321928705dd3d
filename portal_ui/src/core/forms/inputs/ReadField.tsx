import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

interface ReadFieldProps {
  label: string;
  children: ReactNode;
  /** True if the field is on paper only, because a control shows its value on screen. */
  isPrintOnly?: boolean;
  /** True to span two columns. */
  isWide?: boolean;
  /** True to take half of the width on a phone. */
  isShort?: boolean;
}

/** Read-only value with its label, shown as text instead of a disabled input. */
export function ReadField({ label, children, isPrintOnly = false, isWide = false, isShort = false }: ReadFieldProps) {
  const translate = useTranslate();
  const empty = children === null || children === undefined || children === '';
  return (
    <Box
      data-print-only={isPrintOnly || undefined}
      sx={{
        minWidth: 0,
        gridColumn: { xs: isShort ? 'auto' : '1 / -1', sm: isWide ? 'span 2' : 'auto' },
        ...(isPrintOnly && { display: 'none', displayPrint: 'block' }),
        '& > dd > .MuiChip-root': { marginTop: 0.5 },
      }}
    >
      <Typography variant="body2" component="dt" sx={{ color: 'text.tertiary' }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ margin: 0, whiteSpace: 'pre-line', ...(empty && { color: 'text.tertiary' }) }}>
        {empty ? translate('shared.notSpecified') : children}
      </Typography>
    </Box>
  );
}

/** Description list (`dl`) of read-only values, in columns. */
export function ReadFields({ columns = 2, children }: { columns?: number; children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gap: 2,
        margin: 0,
        // Four columns are as wide as their labels and chips, which are never cut.
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: columns < 4 ? `repeat(${columns}, minmax(0, 1fr))` : `repeat(${columns}, auto)`,
        },
      }}
    >
      {children}
    </Box>
  );
}
