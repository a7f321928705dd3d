import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'ra-core';
import type { RunField, RunRow } from '../../api/imports';

interface FirstErrorProps {
  row: RunRow;
  fields: readonly RunField[];
  onOpen: (field: string) => void;
}

/** The first thing wrong with a row, next to its number: its cell may be out of view. A click leads there. */
export function FirstError({ row, fields, onOpen }: FirstErrorProps) {
  const translate = useTranslate();
  const wrong = fields.filter(({ key }) => row.errors[key]?.length);
  const [first] = wrong;
  if (!first) return null;
  const words = { field: first.label, message: row.errors[first.key]?.[0] };
  return (
    <Box sx={{ paddingBottom: 0.5, overflowWrap: 'anywhere' }}>
      <Link component="button" type="button" variant="body2" color="error" onClick={() => onOpen(first.key)}>
        {translate('imports.review.firstError', words)}
      </Link>
      {wrong.length > 1 && (
        <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.tertiary' }}>
          {translate('imports.review.moreErrors', { smart_count: wrong.length - 1 })}
        </Box>
      )}
    </Box>
  );
}
