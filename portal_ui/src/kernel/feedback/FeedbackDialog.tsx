import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { call } from '../../server/http';
import { TextField } from '../../shared/fields/TextField';
import { newIdempotencyKey } from '../../shared/idempotencyKey';
import { useAskBeforeClose } from '../saving/LeaveDialog';
import { applyServerErrors } from '../saving/serverErrors';
import { onSubmitShortcut } from '../saving/useSubmitShortcut';

/** The most characters that the spec allows (1, section 5). */
const most = { title: 64, content: 640, page: 255 };

/** What the user thinks of the portal, sent with the page that it was written on. */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const notify = useNotify();
  const titleId = useId();
  const { pathname } = useLocation();
  const [page] = useState(() => ({
    pageName: (document.querySelector('h1')?.textContent ?? '').slice(0, most.page),
    pagePath: pathname.slice(0, most.page),
  }));
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm({ defaultValues: { title: '', content: '' } });
  const { isSubmitting, isDirty, errors } = form.formState;
  const { close, question } = useAskBeforeClose(() => isDirty, onClose);

  const send = form.handleSubmit(async (texts) => {
    try {
      const body = { ...texts, ...page };
      await call('PUT', '/api/v1/support/request/feedback', { body, idempotencyKey });
    } catch (error) {
      const { placed } = applyServerErrors(form, error);
      if (Object.keys(placed).length === 0) form.setError('root', { message: message(error) });
      return;
    }
    notify('feedback.sent', { type: 'success' });
    onClose();
  });
  const needed = (text: string) => text.trim() !== '' || translate('feedback.required');

  return (
    <>
      <Dialog
        open
        onClose={(_, reason) => reason !== 'backdropClick' && close()}
        aria-labelledby={titleId}
        maxWidth="sm"
        fullWidth
      >
        <DialogTitle id={titleId}>{translate('feedback.title')}</DialogTitle>
        <Box
          component="form"
          noValidate
          onSubmit={send}
          onKeyDown={onSubmitShortcut(send)}
          sx={{ display: 'contents' }}
        >
          <DialogContent sx={{ display: 'grid', gap: 2, '&&': { paddingTop: 1 } }}>
            <TextField
              control={form.control}
              name="title"
              label={translate('feedback.subject')}
              required
              rules={{ validate: needed, maxLength: most.title }}
              maxLength={most.title}
            />
            <TextField
              control={form.control}
              name="content"
              label={translate('feedback.content')}
              help={translate('feedback.help')}
              required
              rules={{ validate: needed, maxLength: most.content }}
              multiline
              minRows={4}
              maxLength={most.content}
            />
            {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button variant="text" size="large" onClick={close}>
              {translate('shared.cancel')}
            </Button>
            <Button type="submit" variant="contained" color="primary" size="large" loading={isSubmitting}>
              {translate('feedback.send')}
            </Button>
          </DialogActions>
        </Box>
      </Dialog>
      {question}
    </>
  );
}
