import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useAskBeforeClose } from '../../kernel/saving/useAskBeforeClose';
import { onSubmitShortcut } from '../../kernel/saving/useSubmitShortcut';
import { useErrorMessage } from '../../server/errorMessage';
import { call } from '../../server/http';
import { ErrorState } from '../../shared/Empty';
import { useFeedback } from '../../shared/feedback';
import { useLanguage } from '../../shared/links';
import { TextSkeleton } from '../../shared/Skeletons';
import { appliedTo, bodyOf, KINDS, type PartAnswer, type Services } from './predefined';
import { TwoLists } from './TwoLists';

type Props = { partId: number; name: string; onClose: () => void };

/** Which types a part supports: three lists, each with what is left on one side and what is applied on the other. */
export default function PredefinedServicesDialog({ partId, name, onClose }: Props) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { success } = useFeedback();
  const titleId = useId();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['parts', 'services', partId, language],
    queryFn: async ({ signal }) => {
      const [available, part] = await Promise.all([
        call<Services>('GET', '/api/v1/parts/get/available/predefined/services', { signal }),
        call<PartAnswer>('GET', '/api/v1/parts/fetch', { query: { partId }, signal }),
      ]);
      return { available, applied: appliedTo(part) };
    },
    // What is being chosen here is not replaced by what arrives meanwhile; the dialog reads anew when it opens.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState<Services | null>(null);
  const applied = chosen ?? data?.applied;

  const save = useMutation({
    mutationFn: (services: Services) =>
      call('POST', '/api/v1/parts/save/predefined/services/to-part', { query: { id: partId }, body: bodyOf(services) }),
    onSuccess: () => {
      success(translate('parts.services.saved'));
      onClose();
    },
  });
  const { close, question } = useAskBeforeClose(() => chosen !== null, onClose);
  const submit = () => applied && !save.isPending && save.mutate(applied);

  return (
    <Dialog
      open
      onClose={(_, reason) => reason !== 'backdropClick' && close()}
      onKeyDown={onSubmitShortcut(submit)}
      aria-labelledby={titleId}
      maxWidth="md"
      fullWidth
    >
      <DialogTitle id={titleId}>{translate('parts.services.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <Typography sx={{ color: 'text.secondary' }}>{name}</Typography>
        {data && applied ? (
          KINDS.map((kind) => (
            <TwoLists
              key={kind}
              title={translate(`parts.services.${kind}`)}
              all={data.available[kind]}
              applied={applied[kind]}
              onChange={(services) => setChosen({ ...applied, [kind]: services })}
            />
          ))
        ) : error ? (
          <ErrorState message={message(error)} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={8} />
        )}
        {save.error && <Alert severity="error">{message(save.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={close}>
          {translate('shared.cancel')}
        </Button>
        <Button variant="contained" color="primary" disabled={!applied} loading={save.isPending} onClick={submit}>
          {translate('parts.services.save')}
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}
