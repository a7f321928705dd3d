import CloudOffIcon from '@mui/icons-material/CloudOff';
import SyncIcon from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { RunRow } from '../../api/imports';
import { StatusChip } from '../../core/ui/StatusChip';
import type { Corrections } from './Corrections';
import { useCorrectionsState } from './useCorrections';
import { verdicts } from './verdicts';

/** What will become of a row; while a correction of it is not saved, that. */
export function RowVerdict({ row, corrections }: { row: RunRow; corrections: Corrections }) {
  const translate = useTranslate();
  const state = useCorrectionsState(corrections).rows.get(row.number);
  const { tone, icon } = verdicts[row.verdict];
  return (
    <Box component="span" aria-live="polite" sx={{ display: 'inline-flex', minHeight: 32, alignItems: 'center' }}>
      {state === undefined && (
        <StatusChip tone={tone} icon={icon} label={translate(`imports.verdict.${row.verdict}`)} />
      )}
      {state === 'saving' && <StatusChip tone="idle" icon={SyncIcon} label={translate('imports.saving')} />}
      {(state === 'lost' || state === 'refused') && (
        <StatusChip tone="rejected" icon={CloudOffIcon} label={translate('imports.notSaved')} />
      )}
    </Box>
  );
}
