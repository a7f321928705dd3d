import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { Row } from './rows';

/** The quiet line below a request's number: how many units it has. */
export function Subline({ row }: { row: Row }) {
  const translate = useTranslate();
  const units: unknown = row.units;
  if (typeof units !== 'number') return null;
  return (
    <Box component="span" sx={(theme) => ({ ...theme.typography.body2, display: 'block', color: 'text.tertiary' })}>
      {translate('lists.units', { smart_count: units })}
    </Box>
  );
}
