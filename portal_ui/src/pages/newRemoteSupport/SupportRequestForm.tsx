import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { CreationPage } from '../../kernel/creation/CreationPage';
import { SubmitDialog } from '../../kernel/creation/SubmitDialog';
import { useServiceMissing } from '../../kernel/creation/useServiceMissing';
import type { ContactValues } from '../../kernel/shipping/values';
import { useFormat } from '../../shared/format';
import { RequestFields } from './RequestFields';
import { supportBodyOf, supportProblems } from './supportForm';
import { useSupportForm } from './useSupportForm';
import { useSupportSubmission } from './useSupportSubmission';

/** The form: kept on this device until it is sent, and sent once. */
export function SupportRequestForm({ contact }: { contact: ContactValues | undefined }) {
  const translate = useTranslate();
  const state = useSupportForm(contact);
  const { form, draft } = state;
  const { missing, submission } = useSupportSubmission(state);
  const [uploading, setUploading] = useState(false);
  const serviceMissing = useServiceMissing();
  useWatch({ control: form.control });

  const untouched = state.typed() === null;
  const { own, contact: wrong } = supportProblems(form.getValues());
  const left = Object.keys(own).length + Object.keys(wrong).length;
  const reason = (): string | null => {
    if (untouched && !form.formState.isSubmitted) return translate('creation.reason.untouched');
    if (left > 0) return translate('creation.reason.fields', { smart_count: left });
    if (uploading) return translate('creation.reason.sending', { smart_count: 1 });
    return serviceMissing ? translate('creation.reason.service') : null;
  };
  const attempt = () => void form.handleSubmit(() => reason() === null && submission.ask())();

  return (
    <FormProvider {...form}>
      <CreationPage
        {...{ draft, missing, submission, untouched, uploading }}
        title={translate('newRemoteSupport.title')}
        subtitle={translate('newRemoteSupport.subtitle')}
        reason={reason()}
        onAttempt={attempt}
        onClear={state.clear}
        list="remote-support/list"
        record="remote-support/process"
      >
        <Card
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            attempt();
          }}
          sx={{ padding: { xs: 2, sm: 3 }, marginBottom: 2, overflow: 'visible' }}
        >
          <RequestFields onBusy={setUploading} />
          {/* Browsers submit on Enter only where a form has a submit button; the visible one is in the bar below. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Card>
        {submission.asking && (
          <SubmitDialog submission={submission} title={translate('newRemoteSupport.ask.title')}>
            <Summary request={supportBodyOf(form.getValues())} />
          </SubmitDialog>
        )}
      </CreationPage>
    </FormProvider>
  );
}

/** What is about to be sent, in a few lines. */
function Summary({ request }: { request: ReturnType<typeof supportBodyOf> }) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography sx={{ color: 'text.primary', fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' }}>
        {request.title}
      </Typography>
      <Typography>
        {translate('newRemoteSupport.ask.when', {
          time: format.dateTime(request.preferredDate),
          own: format.ownDateTime(request.preferredDate),
        })}
      </Typography>
      <Typography>{translate('newRemoteSupport.ask.text')}</Typography>
    </Box>
  );
}
