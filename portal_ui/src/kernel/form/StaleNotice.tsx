import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { StaleRecord } from './useRecordSave';

type Props = { stale: Pick<StaleRecord, 'differences'>; onLoad: (keep: boolean) => void };

/** Somebody else changed the record: what, and two ways on. What was typed stays until one is chosen. */
export function StaleNotice({ stale: { differences }, onLoad }: Props) {
  const translate = useTranslate();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const nothing = translate('form.stale.empty');
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      severity="warning"
      icon={false}
      sx={{ '& .MuiAlert-message': { display: 'grid', gap: 1, width: '100%' } }}
    >
      <Typography component="div" sx={{ fontWeight: 'fontWeightBold' }}>
        {translate('form.stale.title')}
      </Typography>
      <Typography component="div">{translate('form.stale.text')}</Typography>
      {differences.length > 0 && (
        <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
          {differences.map(({ key, label, theirs, yours }) => (
            <li key={key}>
              {translate(theirs === '' && yours === null ? 'form.stale.changed' : 'form.stale.field', {
                label,
                theirs: theirs || nothing,
              })}
              {yours !== null && ` ${translate('form.stale.yours', { yours: yours || nothing })}`}
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" onClick={() => onLoad(true)}>
          {translate('form.stale.keep')}
        </Button>
        <Button size="small" onClick={() => onLoad(false)}>
          {translate('form.stale.discard')}
        </Button>
      </Box>
    </Alert>
  );
}
