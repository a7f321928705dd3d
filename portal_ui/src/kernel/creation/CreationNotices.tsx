import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useFormat } from '../../shared/format';
import type { MissingFiles } from './useMissingFiles';
import { useServiceMissing } from './useServiceMissing';

interface NoticesProps {
  /** When the draft that came back had been kept; null where none did. */
  restoredAt: string | null;
  restored?: string | undefined;
  onRestoredSeen: () => void;
  missing: MissingFiles;
}

/** What there is to know above the form: no service yet, a draft that came back, files that did not. */
export function CreationNotices({ restoredAt, restored, onRestoredSeen, missing }: NoticesProps) {
  const translate = useTranslate();
  const format = useFormat();
  const serviceMissing = useServiceMissing();
  const closeText = translate('shared.close');
  const { labels } = missing;
  const back = restoredAt && { time: format.dateTime(restoredAt), contents: restored };
  return (
    <Box sx={{ display: 'grid', gap: 1, marginBottom: 2, '&:empty': { display: 'none' } }}>
      {serviceMissing && <Alert severity="warning">{translate('creation.noService')}</Alert>}
      {back && (
        <Alert severity="info" role="status" onClose={onRestoredSeen} closeText={closeText}>
          {translate(restored ? 'creation.draft.restoredWith' : 'creation.draft.restored', back)}
        </Alert>
      )}
      {labels.length > 0 && (
        <Alert severity="warning" onClose={missing.dismiss} closeText={closeText}>
          {translate('creation.draft.missing', { smart_count: labels.length, names: labels.join(', ') })}
        </Alert>
      )}
    </Box>
  );
}
