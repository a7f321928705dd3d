import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { Difference } from './merge';

const shown = 6;

/** What somebody else changed: the value there now, and what was typed in the same field. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const translate = useTranslate();
  const rest = differences.length - shown;
  if (differences.length === 0) return null;
  const words = ({ theirs, yours }: Difference) =>
    yours !== null ? 'bothFields' : theirs === '' ? 'changed' : 'field';
  const empty = translate('saving.stale.empty');
  return (
    <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
      {differences.slice(0, shown).map((difference) => (
        <li key={difference.path}>
          {translate(`saving.stale.${words(difference)}`, {
            label: difference.label,
            theirs: difference.theirs || empty,
            yours: difference.yours || empty,
          })}
        </li>
      ))}
      {rest > 0 && <li>{translate('saving.stale.more', { smart_count: rest })}</li>}
    </Box>
  );
}
