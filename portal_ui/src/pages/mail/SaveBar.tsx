import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useErrorMessage } from '../../server/errorMessage';
import { call } from '../../server/http';
import { useFeedback } from '../../shared/feedback';
import { bodiesOf, type Category, type Edits, isEdited } from './rules';

type Props = {
  category: Category;
  edits: Edits;
  onDiscard: () => void;
  onSaved: (category: Category, saved: Edits) => void;
};

type Sent = { category: Category; edits: Edits };

/** Saves one category; what could not be saved stays as it was switched, and the reason is said. */
export function SaveBar({ category, edits, onDiscard, onSaved }: Props) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { success } = useFeedback();
  const client = useQueryClient();
  const edited = isEdited(category, edits);
  const save = useMutation({
    mutationFn: async (sent: Sent) => {
      const now = await call<Category[]>('GET', '/api/v1/mail/fetch');
      const current = now.find(({ key }) => key === sent.category.key) ?? sent.category;
      for (const body of bodiesOf(current, sent.edits)) await call('POST', '/api/v1/mail/save', { body });
      await client.refetchQueries({ queryKey: ['mail'] });
    },
    // Another tab may be open by now: what was sent is told, not what is shown.
    onSuccess: (_, sent) => {
      onSaved(sent.category, sent.edits);
      success(translate('mail.saved', { name: sent.category.name }));
    },
  });
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 3,
        borderTop: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: `0 0 ${theme.portal.cardRadius}px ${theme.portal.cardRadius}px`,
        backgroundColor: theme.vars.palette.background.paper,
      })}
    >
      {save.error && (
        <Alert severity="error" onClose={() => save.reset()} sx={{ borderRadius: 0 }}>
          {translate('mail.failed', { reason: message(save.error) })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, padding: 2 }}>
        <Button size="large" variant="text" disabled={!edited || save.isPending} onClick={onDiscard}>
          {translate('mail.discard')}
        </Button>
        <Button
          size="large"
          variant="contained"
          color="primary"
          disabled={!edited}
          loading={save.isPending}
          onClick={() => save.mutate({ category, edits })}
        >
          {translate('mail.save')}
        </Button>
      </Box>
    </Box>
  );
}
