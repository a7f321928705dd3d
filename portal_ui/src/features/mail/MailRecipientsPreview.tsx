import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type RaRecord, useGetOne, useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call } from '../../api/http';
import type { Choice, MailRecipients } from '../../api/types';
import { FieldGrid } from '../../core/forms/FormSection';
import { useErrorMessage } from '../../core/ui/errorMessage';

type Matrix = RaRecord<number> & { choices?: { settings?: readonly Choice[] } };

/** Preview of the email recipients of an event, with reason and text for each. */
export function MailRecipientsPreview({ category }: { category: number }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const id = useId();
  const { data: matrix } = useGetOne<Matrix>('mail-notification', { id: category });
  const occasions = matrix?.choices?.settings ?? [];
  const [requestId, setRequestId] = useState('');
  const [chosen, setChosen] = useState('');
  const key = chosen || (occasions[0]?.key ?? '');
  // Show the result only for the request number and event that it was fetched for.
  const [question, setQuestion] = useState<{ requestId: string; key: string } | null>(null);
  const current = { requestId: requestId.trim(), key };
  const isCurrent = question?.requestId === current.requestId && question.key === current.key;
  const preview = useQuery({
    queryKey: ['mail', 'readers', question],
    queryFn: ({ signal }) => call<MailRecipients[]>('GET', '/api/v1/mail/readers', { query: { ...question }, signal }),
    enabled: question !== null && isCurrent,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const error = isCurrent ? preview.error : null;
  const wrong = error instanceof ApiError ? error.fields : {};
  const inFields = Boolean(wrong.requestId ?? wrong.key);

  const show = (event: FormEvent) => {
    event.preventDefault();
    if (isCurrent) void preview.refetch();
    else setQuestion(current);
  };
  return (
    <Card component="section" aria-labelledby={id} sx={{ marginTop: 2, padding: { xs: 2, md: 3 } }}>
      <Typography id={id} variant="h2">
        {translate('mailSettings.who.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{translate('mailSettings.who.subtitle')}</Typography>
      <Box component="form" noValidate onSubmit={show} sx={{ display: 'grid', gap: 2, marginBlock: 2, maxWidth: 760 }}>
        <FieldGrid>
          <TextField
            required
            label={translate('mailSettings.who.number')}
            value={requestId}
            onChange={({ target }) => setRequestId(target.value)}
            error={wrong.requestId !== undefined}
            helperText={wrong.requestId?.join(' ')}
          />
          <TextField
            select
            label={translate('mailSettings.occasion')}
            value={key}
            onChange={({ target }) => setChosen(target.value)}
            error={wrong.key !== undefined}
            helperText={wrong.key?.join(' ')}
          >
            {occasions.map((each) => (
              <MenuItem key={each.key} value={each.key}>
                {each.name}
              </MenuItem>
            ))}
          </TextField>
        </FieldGrid>
        <Button type="submit" variant="outlined" disabled={preview.isFetching} sx={{ justifySelf: 'start' }}>
          {translate('mailSettings.who.show')}
        </Button>
      </Box>
      <div aria-live="polite">
        {error && !inFields && <Alert severity="error">{message(error)}</Alert>}
        {isCurrent && preview.data && !preview.isFetching && <RecipientList recipients={preview.data} />}
      </div>
    </Card>
  );
}

function RecipientList({ recipients }: { recipients: readonly MailRecipients[] }) {
  const translate = useTranslate();
  if (recipients.length === 0) return <Typography>{translate('mailSettings.who.none')}</Typography>;
  return (
    <>
      <Typography variant="subtitle1" component="p">
        {translate('mailSettings.who.count', { smart_count: recipients.length })}
      </Typography>
      <List disablePadding>
        {recipients.map(({ username, fullName: name, role, language, addresses, why, subject, text }) => (
          <ListItem key={username} disableGutters sx={{ display: 'block', borderBottom: 1, borderColor: 'divider' }}>
            <Typography variant="subtitle2" component="h3">
              {translate('mailSettings.who.reader', { name, role, language })}
            </Typography>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{addresses.join(', ')}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{why}</Typography>
            <details>
              <Box component="summary" sx={{ cursor: 'pointer' }}>
                {translate('mailSettings.who.mail', { subject })}
              </Box>
              <Box component="pre" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', typography: 'body2' }}>
                {text}
              </Box>
            </details>
          </ListItem>
        ))}
      </List>
    </>
  );
}
