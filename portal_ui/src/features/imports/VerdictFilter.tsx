import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'ra-core';
import type { Counts, Verdict } from '../../api/imports';
import { useFormat } from '../../core/i18n/format';
import { VERDICTS, verdicts } from './verdicts';

interface VerdictFilterProps {
  counts: Counts;
  /** What can become of a row. */
  offered: readonly Verdict[];
  only: Verdict | null;
  onOnly: (only: Verdict | null) => void;
}

/** How many rows will be created, changed, left, or cannot be taken; each shows its rows alone. */
export function VerdictFilter({ counts, offered, only, onOnly }: VerdictFilterProps) {
  const translate = useTranslate();
  const format = useFormat();
  const all = VERDICTS.reduce((sum, verdict) => sum + counts[verdicts[verdict].count], 0);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={only ?? 'ALL'}
      aria-label={translate('imports.review.filter')}
      onChange={(_, next: Verdict | 'ALL' | null) => onOnly(next === 'ALL' ? null : next)}
      sx={onItsOwn}
    >
      <ToggleButton value="ALL">
        <Count label={translate('imports.review.all')} count={format.number(all)} />
      </ToggleButton>
      {offered.map((verdict) => (
        <ToggleButton key={verdict} value={verdict}>
          <Count
            label={translate(`imports.count.${verdict}`)}
            count={format.number(counts[verdicts[verdict].count])}
            tone={verdict === 'WRONG' && counts.wrong > 0 ? 'error.main' : undefined}
          />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Each a button of its own: in a joined row that breaks, those at the break would have no edge. */
const onItsOwn = (theme: Theme) => ({
  flexWrap: 'wrap',
  gap: 0.75,
  '&& .MuiToggleButtonGroup-grouped': {
    margin: 0,
    borderRadius: `${theme.shape.borderRadius}px`,
    border: `1px solid ${theme.portal.buttonBorder}`,
    '&.Mui-selected': { borderColor: theme.vars.palette.primary.main },
  },
});

function Count({ label, count, tone }: { label: string; count: string; tone?: string | undefined }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, ...(tone && { color: tone }) }}>
      {label}{' '}
      <Box component="span" className="tabular" sx={{ fontWeight: 'fontWeightBold' }}>
        {count}
      </Box>
    </Box>
  );
}
