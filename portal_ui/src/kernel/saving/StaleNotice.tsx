import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { DifferenceList } from './DifferenceList';
import type { Difference } from './merge';

interface StaleNoticeProps {
  differences: readonly Difference[];
  /** Goes on with the newer state; what was typed stays in its fields where it is to be kept. */
  onResolve: (keep: boolean) => void;
}

/** Somebody else changed the record: what, and two ways on. What was typed stays until one is chosen. */
export function StaleNotice({ differences, onResolve }: StaleNoticeProps) {
  const translate = useTranslate();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      severity="warning"
      icon={false}
      sx={{ '& .MuiAlert-message': { display: 'grid', gap: 1, width: '100%' } }}
    >
      <Typography component="div" sx={{ fontWeight: 'fontWeightBold' }}>
        {translate('saving.stale.entry')}
      </Typography>
      <Typography component="div">{translate('saving.stale.nothingSaved')}</Typography>
      <DifferenceList differences={differences} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" onClick={() => onResolve(true)}>
          {translate('saving.stale.loadKeep')}
        </Button>
        <Button size="small" onClick={() => onResolve(false)}>
          {translate('saving.stale.load')}
        </Button>
      </Box>
    </Alert>
  );
}
