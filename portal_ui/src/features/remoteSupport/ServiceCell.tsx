import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';

import { FormProvider, useForm } from 'react-hook-form';
import { call } from '../../api/http';
import { useMeta } from '../../api/meta';
import type { Service } from '../../api/types';
import { useServices } from '../../api/useServices';
import { AutocompleteInput } from '../../core/forms/inputs/choiceInputs';
import type { Row } from '../../core/lists/rows';
import { cellControl } from '../../core/lists/tableStyle';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { useNotifyError } from '../../core/ui/errorMessage';

/** Select to reassign the service of a remote support request, with a confirmation. An error restores the value. */
export default function ServiceCell({ row }: { row: Row }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const notify = useNotify();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<Service | null>(null);
  const { statuses } = useMeta();
  const closed = statuses.REMOTE_SUPPORT?.find(({ key }) => key === row.status)?.closed === true;
  const current: Service = { id: Number(row.serviceId), name: String(row.serviceName) };
  const form = useForm({ values: { service: current.id } });
  const services = useServices(opened);
  const change = useMutation({
    mutationFn: (service: Service) =>
      call('PUT', '/api/v1/support/change/service', { query: { requestId: row.id, serviceId: service.id } }),
    onSuccess: async () => {
      notify('process.changeService.done', { type: 'success' });
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'meta' });
    },
    onError: notifyError,
    onSettled: () => close(),
  });
  const close = () => {
    form.reset();
    setChosen(null);
  };
  const number = String(row.requestId);
  return (
    <FormProvider {...form}>
      <Box sx={cellStyle}>
        <AutocompleteInput<Service, false, true>
          source="service"
          size="small"
          label={translate('remoteSupport.serviceOf', { number })}
          choices={services.data ?? [current]}
          optionValue="id"
          disableClearable
          filterSelectedOptions={false}
          disabled={closed}
          loading={services.isPending}
          onOpen={() => setOpened(true)}
          onChange={(_, service) => setChosen(service && service.id !== current.id ? service : null)}
        />
      </Box>
      <ConfirmDialog
        open={chosen !== null}
        title={translate('remoteSupport.changeService.title', { number })}
        confirmLabel={translate('process.changeService.confirm')}
        busy={change.isPending}
        onConfirm={() => chosen && change.mutate(chosen)}
        onClose={close}
      >
        {translate('remoteSupport.changeService.text', { from: current.name, to: chosen?.name ?? '' })}
      </ConfirmDialog>
    </FormProvider>
  );
}

const cellStyle = {
  // Above the link that covers the row.
  position: 'relative',
  zIndex: 1,
  width: '100%',
  // react-admin's minimum width exceeds the column.
  '&&, && .MuiTextField-root': { minWidth: 0 },
  maxWidth: '100%',
  '& .MuiInputLabel-root': visuallyHidden,
  ...cellControl,
} as const;
