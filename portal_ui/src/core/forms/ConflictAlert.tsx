import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import type { Difference } from './dirtyValues';
import { useAnyDirty } from './unsavedForms';

interface ConflictAlertProps {
  differences: readonly Difference[];
  /** Callback to load the newer record; `keepDirty` retains the typed values. */
  onResolve: (keepDirty: boolean) => void;
}

/** Alert of a version conflict. Typed values stay until the user chooses. */
export function ConflictAlert({ differences, onResolve }: ConflictAlertProps) {
  const translate = useTranslate();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
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

interface ConflictDialogProps {
  /** Message with the other user, the change and its time. */
  message: string;
  differences: readonly Difference[];
  /** Conflict of only some rows; the others are saved. */
  byRow?: boolean;
  onReload: () => void;
  onClose: () => void;
}

/** Dialog of a version conflict. Typed values are kept with either choice. */
export function ConflictDialog({ message, differences, byRow = false, onReload, onClose }: ConflictDialogProps) {
  const translate = useTranslate();
  const dirty = useAnyDirty();
  return (
    <ConfirmDialog
      open
      wide
      title={translate('saving.stale.title')}
      confirmLabel={translate(dirty ? 'saving.stale.reloadKeep' : 'saving.stale.reload')}
      cancelLabel={translate('saving.stale.stay')}
      onConfirm={onReload}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Typography sx={{ color: 'text.primary' }}>{message}</Typography>
        <DifferenceList differences={differences} />
        <Typography>{translate(`saving.stale.${getMessageSuffix(dirty, byRow)}`)}</Typography>
      </Box>
    </ConfirmDialog>
  );
}

const getMessageSuffix = (dirty: boolean, byRow: boolean) => {
  if (byRow) return dirty ? 'rowsKept' : 'rowsDone';
  return dirty ? 'kept' : 'nothingDone';
};

/** Maximum number of differences to list. */
const MAX_VISIBLE = 6;

/** List of conflicting fields, with the server value and the typed value. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const translate = useTranslate();
  const hiddenCount = differences.length - MAX_VISIBLE;
  if (differences.length === 0) return null;
  const getMessageKey = ({ serverValue, localValue }: Difference) =>
    localValue !== null ? 'bothFields' : serverValue === '' ? 'changed' : 'field';
  const empty = translate('saving.stale.empty');
  return (
    <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
      {differences.slice(0, MAX_VISIBLE).map((difference) => (
        <li key={difference.path}>
          {translate(`saving.stale.${getMessageKey(difference)}`, {
            label: difference.label,
            theirs: difference.serverValue || empty,
            yours: difference.localValue || empty,
          })}
        </li>
      ))}
      {hiddenCount > 0 && <li>{translate('saving.stale.more', { smart_count: hiddenCount })}</li>}
    </Box>
  );
}
