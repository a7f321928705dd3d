import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { SelectField } from '../../shared/fields/SelectField';
import { useProcess } from './processContext';
import { useMove } from './useMove';
import { useProcessSave } from './useSaveDesk';

/** The direct choice of a status, for those to whom the server names the statuses; the dialog is its confirmation. */
export function SetStatusDialog({ onClose }: { onClose: () => void }) {
  const { record } = useProcess();
  const { busy } = useProcessSave();
  const move = useMove();
  const translate = useTranslate();
  const titleId = useId();
  const { control, watch } = useForm({ defaultValues: { status: '' } });
  const status = watch('status');
  const choices = (record.process.statuses ?? []).map(({ key, value }) => ({ key, name: value }));
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{translate('process.setStatus.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>
          {translate('process.setStatus.text', { status: record.status.value })}
        </Typography>
        <SelectField name="status" control={control} label={translate('process.setStatus.label')} choices={choices} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={busy}>
          {translate('shared.cancel')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={status === ''}
          loading={busy}
          onClick={() => void move(status).then(onClose)}
        >
          {translate('process.setStatus.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
