import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useFormat } from '../../core/i18n/format';

interface ProgressMeterProps {
  label: string;
  /** Completed share, 0 to 1; null if unknown. */
  share: number | null;
  /** Secondary text below the progress bar. */
  hint?: string | undefined;
  onCancel?: (() => void) | undefined;
  busy?: boolean;
}

/** Progress bar of a long task, with cancel. */
export function ProgressMeter({ label, share, hint, onCancel, busy = false }: ProgressMeterProps) {
  const translate = useTranslate();
  const format = useFormat();
  const id = useId();
  return (
    <Box
      sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, paddingBlock: 6, paddingInline: 2, textAlign: 'center' }}
    >
      <Typography variant="h2" component="p" id={id} role="status">
        {label}
      </Typography>
      <Box sx={{ width: '100%', maxWidth: 420, display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <LinearProgress
          aria-labelledby={id}
          sx={{ flex: 1, height: 6, borderRadius: 3 }}
          {...(share === null ? {} : { variant: 'determinate', value: Math.round(100 * share) })}
        />
        {share !== null && (
          <Typography variant="body2" className="tabular" sx={{ minWidth: 40, textAlign: 'end' }}>
            {format.percent(share)}
          </Typography>
        )}
      </Box>
      {hint && <Typography sx={{ color: 'text.secondary', maxWidth: 440 }}>{hint}</Typography>}
      {onCancel && (
        <Button onClick={onCancel} loading={busy}>
          {translate('shared.cancel')}
        </Button>
      )}
    </Box>
  );
}
