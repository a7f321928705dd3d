import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Row } from '../kernel/list/rows';
import { useNotifyError } from '../server/errorMessage';
import { call } from '../server/http';
import { useMeta } from '../server/meta';
import type { Service } from '../server/types';
import { ConfirmDialog } from '../shared/ConfirmDialog';

/** The service of a remote support request, to give it to another one; asks first, and a refusal changes nothing. */
export default function ServiceCell({ row }: { row: Row }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const notify = useNotify();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState<Service | null>(null);
  const { statuses } = useMeta();
  const closed = statuses.REMOTE_SUPPORT?.find(({ key }) => key === row.status)?.closed === true;
  const current: Service = { id: Number(row.serviceId), name: String(row.serviceName) };
  const services = useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => call<Service[]>('GET', '/api/v1/service/fetch/all', { signal }),
    enabled: opened,
  });
  const change = useMutation({
    mutationFn: (service: Service) =>
      call('PUT', '/api/v1/support/change/service', { query: { requestId: row.id, serviceId: service.id } }),
    onSuccess: async () => {
      notify('process.changeService.done', { type: 'success' });
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'meta' });
    },
    onError: notifyError,
    onSettled: () => setWanted(null),
  });
  const label = translate('remoteSupport.serviceOf', { number: String(row.requestId) });
  return (
    // Above the row's own link.
    <Box sx={{ position: 'relative', zIndex: 1, width: { xs: 240, sm: '100%' }, maxWidth: '100%' }}>
      <Autocomplete<Service, false, true>
        size="small"
        disableClearable
        openOnFocus
        disabled={closed}
        loading={services.isPending}
        options={services.data ?? [current]}
        value={wanted ?? current}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onOpen={() => setOpened(true)}
        onChange={(_, service) => service.id !== current.id && setWanted(service)}
        noOptionsText={translate('shared.noMatch')}
        loadingText={translate('shared.loading')}
        openText={translate('shared.open')}
        closeText={translate('shared.close')}
        renderInput={({ slotProps, ...input }) => (
          <OutlinedInput
            {...slotProps.input}
            id={input.id}
            disabled={input.disabled}
            fullWidth
            size="small"
            inputProps={{ ...slotProps.htmlInput, 'aria-label': label, title: current.name }}
          />
        )}
      />
      <ConfirmDialog
        open={wanted !== null}
        title={translate('remoteSupport.changeService.title', { number: String(row.requestId) })}
        confirmLabel={translate('process.changeService.confirm')}
        busy={change.isPending}
        onConfirm={() => wanted && change.mutate(wanted)}
        onClose={() => setWanted(null)}
      >
        {translate('remoteSupport.changeService.text', { from: current.name, to: wanted?.name ?? '' })}
      </ConfirmDialog>
    </Box>
  );
}
