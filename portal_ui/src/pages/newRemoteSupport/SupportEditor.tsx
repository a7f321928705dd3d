import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useCreationDraft } from '../../kernel/creation/useCreationDraft';
import { stillThere } from '../../kernel/files/stillThere';
import { useGuards } from '../../kernel/files/useGuards';
import { errorsOf } from '../../kernel/process/useRecordForm';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { EarlierDialog } from '../../shared/EarlierDialog';
import { newYorkTime, ownTime } from '../../shared/newYork';
import { useRuleWords } from '../../shared/shipping/ruleWords';
import type { ContactValues } from '../../shared/shipping/types';
import { TwoClickButton } from '../../shared/TwoClickButton';
import { RequestFields } from './RequestFields';
import { blankForm, type SupportForm, supportBodyOf, supportProblems } from './supportForm';
import { useSendSupport } from './useSendSupport';

/** The form: kept on this device until it is sent, and sent once. */
export function SupportEditor({ contact }: { contact: ContactValues | undefined }) {
  const translate = useTranslate();
  const [blank] = useState(() => blankForm(contact));
  const resolver = useResolver();
  const form = useForm<SupportForm>({ defaultValues: blank, mode: 'onTouched', resolver });
  const draft = useCreationDraft(form, 'remoteSupport', blank);
  const [uploading, setUploading] = useState(false);
  const [asking, setAsking] = useState(false);
  const [gone, setGone] = useState(0);
  useGuards(uploading);

  /** Takes attachments that the server no longer holds out of the form; how many. */
  const removeGone = useCallback(async () => {
    const files = form.getValues('attachments');
    if (files.length === 0) return 0;
    const there = await stillThere(files.map(({ id }) => id));
    const left = files.filter(({ id }) => there.has(id));
    if (left.length < files.length) form.setValue('attachments', left, { shouldDirty: true });
    return files.length - left.length;
  }, [form]);

  const uncertainOnOpen = useRef(draft.isUncertain());
  useEffect(() => {
    // After a try without an answer the files may belong to the request that arrived: they are not lost.
    if (!uncertainOnOpen.current) removeGone().then(setGone, () => undefined);
  }, [removeGone]);

  const { send, sending, problem, earlier, forgetProblem } = useSendSupport(form, draft, removeGone, () =>
    setAsking(false),
  );
  const attempt = () => {
    if (!uploading) void form.handleSubmit(() => setAsking(true))();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !asking) attempt();
  };
  const closeText = translate('shared.close');
  return (
    <FormProvider {...form}>
      <Card
        component="form"
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          attempt();
        }}
        sx={{ overflow: 'visible' }}
      >
        {draft.restoredAt && (
          <Alert severity="info" role="status" sx={{ margin: 2, marginBottom: 0 }}>
            {translate('newRemoteSupport.draft.restored', { time: ownTime(draft.restoredAt) })}
          </Alert>
        )}
        {gone > 0 && (
          <Alert
            severity="warning"
            onClose={() => setGone(0)}
            closeText={closeText}
            sx={{ margin: 2, marginBottom: 0 }}
          >
            {translate('newRemoteSupport.failed.files', { smart_count: gone })}
          </Alert>
        )}
        <Box sx={{ padding: { xs: 2, sm: 3 } }}>
          <RequestFields onBusy={setUploading} />
        </Box>
        <Box
          sx={(theme) => ({
            position: 'sticky',
            bottom: 0,
            zIndex: 3,
            borderTop: `1px solid ${theme.vars.palette.divider}`,
            borderRadius: `0 0 ${theme.portal.cardRadius}px ${theme.portal.cardRadius}px`,
            backgroundColor: theme.vars.palette.background.paper,
            paddingBlock: 1.5,
            paddingInline: { xs: 2, sm: 3 },
          })}
        >
          {problem && (
            <Alert severity="error" onClose={forgetProblem} closeText={closeText} sx={{ marginBottom: 1.5 }}>
              {problem}
            </Alert>
          )}
          {uploading && (
            <Typography variant="body2" id="uploading" sx={{ color: 'text.tertiary', marginBottom: 1 }}>
              {translate('newRemoteSupport.uploading')}
            </Typography>
          )}
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
            <TwoClickButton
              variant="text"
              label={translate('newRemoteSupport.draft.discard')}
              onConfirm={draft.forget}
              disabled={!form.formState.isDirty}
              sx={{ marginInlineStart: -1 }}
            />
            <Button
              type="submit"
              variant="contained"
              color="primary"
              size="large"
              disabled={uploading}
              aria-describedby={uploading ? 'uploading' : undefined}
            >
              {translate('newRemoteSupport.create')}
            </Button>
          </Box>
        </Box>
      </Card>
      <ConfirmDialog
        open={asking}
        title={translate('newRemoteSupport.ask.title')}
        confirmLabel={translate('newRemoteSupport.create')}
        busy={sending}
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      >
        {asking && <Summary request={supportBodyOf(form.getValues())} />}
      </ConfirmDialog>
      <EarlierDialog created={earlier} record="remote-support/process" list="remote-support/list" />
    </FormProvider>
  );
}

/** What is about to be sent, in a few lines. */
function Summary({ request }: { request: ReturnType<typeof supportBodyOf> }) {
  const translate = useTranslate();
  return (
    <>
      <Typography sx={{ color: 'text.primary', fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' }}>
        {request.title}
      </Typography>
      <Typography sx={{ marginTop: 1 }}>
        {translate('newRemoteSupport.ask.when', {
          time: newYorkTime(request.preferredDate),
          own: ownTime(request.preferredDate),
        })}
      </Typography>
      <Typography sx={{ marginTop: 1 }}>{translate('newRemoteSupport.ask.text')}</Typography>
    </>
  );
}

function useResolver(): Resolver<SupportForm> {
  const translate = useTranslate();
  const contactWords = useRuleWords();
  const latest = useRef({ translate, contactWords });
  useEffect(() => {
    latest.current = { translate, contactWords };
  });
  return useCallback((values: SupportForm) => {
    const { own, contact } = supportProblems(values);
    const words = latest.current;
    const messages = {
      ...Object.fromEntries(
        Object.entries(own).map(([path, rule]) => [path, words.translate(`newRemoteSupport.rule.${rule}`)]),
      ),
      ...words.contactWords(contact),
    };
    return { values, errors: errorsOf(messages) } as never;
  }, []);
}
