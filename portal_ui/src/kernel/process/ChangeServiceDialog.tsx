import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import { call } from '../../server/http';
import type { Service } from '../../server/types';
import { ErrorState } from '../../shared/Empty';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { useProcess } from './processContext';
import { useProcessSave } from './useSaveDesk';

/** Gives the request to another service; it leaves the old one's lists at once, so the dialog says so first. */
export function ChangeServiceDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess();
  const { run, busy } = useProcessSave();
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const titleId = useId();
  const { control, watch } = useForm({ defaultValues: { service: '' } });
  const services = useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => call<Service[]>('GET', '/api/v1/service/fetch/all', { signal }),
  });
  const chosen = watch('service');
  const choices = (services.data ?? [])
    .filter(({ name }) => name !== record.serviceName)
    .map(({ id, name }) => ({ key: String(id), name }));
  const change = async () => {
    const write = kind.changeService?.(record, Number(chosen));
    if (write) await run(write, { done: translate('process.changeService.done') });
    onClose();
  };
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{translate('process.changeService.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>
          {translate('process.changeService.text', { service: record.serviceName ?? '' })}
        </Typography>
        {services.isError ? (
          <ErrorState message={errorMessage(services.error)} onRetry={() => void services.refetch()} />
        ) : (
          <AutocompleteField
            name="service"
            control={control}
            label={translate('process.changeService.label')}
            choices={choices}
            loading={services.isPending}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={busy}>
          {translate('shared.cancel')}
        </Button>
        <Button variant="contained" color="primary" disabled={!chosen} loading={busy} onClick={() => void change()}>
          {translate('process.changeService.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
