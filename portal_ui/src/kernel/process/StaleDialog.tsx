import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { newYorkTime } from '../../shared/newYork';
import { type Difference, useAnyDirty } from '../unsaved/unsaved';
import type { ProcessRecord } from './types';
import type { StaleCase } from './useSaveDesk';

const shown = 6;

interface StaleDialogProps {
  stale: StaleCase;
  record: ProcessRecord;
  onReload: () => void;
  onClose: () => void;
}

/** Somebody else changed the request: what, who, when, and a way on that loses nothing typed. */
export function StaleDialog({ stale, record, onReload, onClose }: StaleDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const dirty = useAnyDirty();
  const { fresh, differences, problem } = stale;
  const moved = fresh.status.key !== record.status.key;
  const by = problem.current?.changedBy;
  const at = problem.current?.changedAt ?? fresh.updatedAt;
  const words = {
    who: by ?? translate('process.stale.somebody'),
    time: newYorkTime(at),
    from: record.status.value,
    to: fresh.status.value,
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{translate('process.stale.title')}</DialogTitle>
      <DialogContent>
        <Typography>{translate(moved ? 'process.stale.moved' : 'process.stale.saved', words)}</Typography>
        {differences.length > 0 && <Differences differences={differences} />}
        <Typography sx={{ marginTop: 2, color: 'text.secondary' }}>
          {translate(dirty ? 'process.stale.kept' : 'process.stale.nothingDone')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {translate('process.stale.stay')}
        </Button>
        <Button variant="contained" color="primary" onClick={onReload} autoFocus>
          {translate(dirty ? 'process.stale.reloadKeep' : 'process.stale.reload')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Differences({ differences }: { differences: Difference[] }) {
  const translate = useTranslate();
  const rest = differences.length - shown;
  return (
    <Box component="ul" sx={{ margin: 0, marginTop: 1.5, paddingLeft: 2.5 }}>
      {differences.slice(0, shown).map(({ label, theirs, yours }) => (
        <Typography component="li" key={label}>
          {translate(yours === null ? 'process.stale.field' : 'process.stale.bothFields', {
            label,
            theirs: theirs || translate('process.stale.empty'),
            yours: yours || translate('process.stale.empty'),
          })}
        </Typography>
      ))}
      {rest > 0 && <Typography component="li">{translate('process.stale.more', { smart_count: rest })}</Typography>}
    </Box>
  );
}
