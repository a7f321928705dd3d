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
  /** Verdicts that can occur in this import. */
  offered: readonly Verdict[];
  only: Verdict | null;
  onOnly: (only: Verdict | null) => void;
}

/** Toggle buttons for errors and other verdicts that occur, with their counts. */
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
      sx={standaloneStyle}
    >
      <ToggleButton value="ALL">
        <Count label={translate('imports.review.all')} count={format.number(all)} />
      </ToggleButton>
      {offered.map((verdict) => {
        const { icon: Icon, count } = verdicts[verdict];
        if (counts[count] === 0 && verdict !== 'WRONG' && verdict !== only) return null;
        return (
          <ToggleButton
            key={verdict}
            value={verdict}
            className={verdict === 'WRONG' && counts.wrong > 0 ? 'errors' : ''}
          >
            <Icon aria-hidden />
            <Count label={translate(`imports.count.${verdict}`)} count={format.number(counts[count])} />
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

/** Style of separate buttons; on a phone they wrap. */
const standaloneStyle = (theme: Theme) => ({
  flex: '0 1 auto',
  minWidth: 0,
  flexWrap: 'wrap',
  gap: 0.75,
  '&&& .MuiToggleButtonGroup-grouped': {
    flex: 'none',
    margin: 0,
    gap: 0.75,
    paddingInline: 1.5,
    borderRadius: 99,
    border: `1px solid ${theme.portal.buttonBorder}`,
    '& svg': { fontSize: 16 },
    '&.Mui-selected': { borderColor: theme.vars.palette.primary.main },
    '&.errors': { color: theme.vars.palette.error.main, borderColor: 'currentColor' },
  },
});

function Count({ label, count }: { label: string; count: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.75 }}>
      {label}{' '}
      <Box component="span" className="tabular" sx={{ fontWeight: 'fontWeightBold' }}>
        {count}
      </Box>
    </Box>
  );
}
