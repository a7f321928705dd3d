import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { call } from '../../api/http';
import type { Part, PredefinedServices } from '../../api/types';
import { FormDialog } from '../../core/forms/FormDialog';
import { toSaveError } from '../../core/forms/saveError';
import { useLanguage } from '../../core/i18n/useLanguage';
import { ErrorState } from '../../core/ui/EmptyState';
import { TextSkeleton } from '../../core/ui/Skeletons';
import { TransferList } from './TransferList';

const kinds = ['DIAGNOSTICS', 'REPAIRS', 'PARTS'] as const;

/** Return the predefined services that a part supports, by kind. */
const getApplied = (part: Part): PredefinedServices => ({
  DIAGNOSTICS: part.predefinedServicesForDiagnostics,
  REPAIRS: part.predefinedServicesForRepairs,
  PARTS: part.predefinedServicesForParts,
});

type Props = { partId: number; name: string; onClose: () => void };

/** Dialog with a transfer list of predefined services per kind of support. */
export default function PredefinedServicesDialog({ partId, name, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['parts', 'services', partId, language],
    queryFn: async ({ signal }) => {
      const [available, part] = await Promise.all([
        call<PredefinedServices>('GET', '/api/v1/parts/get/available/predefined/services', { signal }),
        call<Part>('GET', '/api/v1/parts/fetch', { query: { partId }, signal }),
      ]);
      return { available, applied: getApplied(part) };
    },
    // A refetch must not replace the user's choices; the dialog fetches again each time it opens.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState<PredefinedServices | null>(null);
  const applied = chosen ?? data?.applied;

  const save = useMutation({
    mutationFn: (services: PredefinedServices) =>
      call('POST', '/api/v1/parts/save/predefined/services/to-part', {
        query: { id: partId },
        body: Object.fromEntries(kinds.map((kind) => [kind, services[kind].map(({ id }) => id)])),
      }),
    onSuccess: () => {
      notify('parts.services.saved', { type: 'success' });
      onClose();
    },
  });

  return (
    <FormDialog
      title={translate('parts.services.title')}
      dirty={chosen !== null}
      busy={save.isPending}
      disabled={!applied}
      onSubmit={() => applied && save.mutate(applied)}
      submitLabel={translate('parts.services.save')}
      onClose={onClose}
      problem={save.error && toSaveError(save.error)}
      maxWidth="md"
    >
      <Typography sx={{ color: 'text.secondary' }}>{name}</Typography>
      {data && applied ? (
        kinds.map((kind) => (
          <TransferList
            key={kind}
            title={translate(`parts.services.${kind}`)}
            all={data.available[kind]}
            applied={applied[kind]}
            onChange={(services) => setChosen({ ...applied, [kind]: services })}
          />
        ))
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </FormDialog>
  );
}
