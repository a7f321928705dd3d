import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { AutocompleteInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import { call } from '../../server/http';
import type { Service } from '../../server/types';
import { ErrorState } from '../../shared/Empty';
import { FormDialog } from '../saving/FormDialog';
import { useProcess } from './processContext';
import { useDialogSave } from './useDialogSave';

/** Gives the request to another service; it leaves the old one's lists at once, so the dialog says so first. */
export function ChangeServiceDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess();
  const { save, busy, problem } = useDialogSave();
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const form = useForm<{ service: string }>({ defaultValues: { service: '' } });
  const services = useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => call<Service[]>('GET', '/api/v1/service/fetch/all', { signal }),
  });
  const chosen = form.watch('service');
  const choices = (services.data ?? [])
    .filter(({ name }) => name !== record.serviceName)
    .map(({ id, name }) => ({ key: String(id), name }));
  const change = async () => {
    const write = kind.changeService?.(record, Number(chosen));
    if (write) await save(write, { done: translate('process.changeService.done'), onSaved: onClose });
  };
  return (
    <FormDialog
      title={translate('process.changeService.title')}
      submitLabel={translate('process.changeService.confirm')}
      maxWidth="xs"
      // A choice alone is made again at once.
      dirty={false}
      disabled={!chosen}
      busy={busy}
      problem={problem}
      onSubmit={change}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('process.changeService.text', { service: record.serviceName ?? '' })}
      </Typography>
      {services.isError ? (
        <ErrorState message={errorMessage(services.error)} onRetry={() => void services.refetch()} />
      ) : (
        <FormProvider {...form}>
          <AutocompleteInput
            source="service"
            label="process.changeService.label"
            choices={choices}
            isPending={services.isPending}
            isRequired
          />
        </FormProvider>
      )}
    </FormDialog>
  );
}
