import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { useOwnProfile } from '../../../api/ownProfile';
import { NewRequestPage, RequestHeader } from '../../../core/creation/NewRequestPage';
import { SubmitDialog } from '../../../core/creation/RequestDialogs';
import { type RequestDraft, useRequestDraft } from '../../../core/creation/requestDraft';
import { SourceInstrumentNote } from '../../../core/creation/SourceInstrumentNote';
import {
  type SourceInstrument,
  useRemoveSourceInstrument,
  useSourceInstrument,
  useSourceInstrumentId,
} from '../../../core/creation/sourceInstrument';
import { useRequestForm } from '../../../core/creation/useRequestForm';
import { NO_UPLOADS, type UploadTotals } from '../../../core/files/uploadTotals';
import { hasChanges } from '../../../core/forms/dirtyValues';
import { PortalForm, usePortalFormContext } from '../../../core/forms/PortalForm';
import { createMessagesProvider } from '../../../core/i18n/createMessagesProvider';
import { useFormat } from '../../../core/i18n/format';
import { FormColumn } from '../../../core/ui/FormColumn';
import { FormSkeleton, PageSkeleton } from '../../../core/ui/Skeletons';
import type { ContactValues } from '../../shipping/shippingValues';
import { RequestFields } from './RequestFields';
import {
  createEmptyForm,
  parseSupportDraft,
  type SupportForm,
  toFormPath,
  toSupportBody,
  validateSupportForm,
} from './supportForm';

const Messages = createMessagesProvider(import.meta.glob('../../../../../locale/*/newRemoteSupport.json'));

/**
 * Page for a client's remote support request. `?instrument=<id>` preselects an instrument; the contact is prefilled
 * from the profile.
 */
export default function NewRemoteSupportPage() {
  const id = useSourceInstrumentId();
  const { data, isFetchedAfterMount } = useOwnProfile();
  if (!data && !isFetchedAfterMount) return <RequestFormPlaceholder />;
  // If the profile fails to load, the form opens without a contact; it stays open while its parts request it again.
  const contact = data?.contact;
  if (id !== null) return <SupportOfInstrument key={id} id={id} contact={contact} />;
  return <SupportRequestForm contact={contact} />;
}

/** Form about an instrument, with a note if the instrument could not be loaded. */
function SupportOfInstrument({ id, contact }: { id: number; contact: ContactValues | undefined }) {
  const instrument = useSourceInstrument(id, 'REMOTE_SUPPORT');
  return instrument === undefined ? (
    <RequestFormPlaceholder />
  ) : (
    <SupportRequestForm contact={contact} instrument={instrument} />
  );
}

/** Skeleton of the form; its translations load in parallel with the profile. */
function RequestFormPlaceholder() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Messages>
        <FormPlaceholder />
      </Messages>
    </Suspense>
  );
}

function FormPlaceholder() {
  const translate = useTranslate();
  return (
    <>
      <RequestHeader title={translate('newRemoteSupport.title')} list="remote-support/list" />
      <FormColumn>
        <Card sx={{ padding: 2 }}>
          <FormSkeleton fields={8} />
        </Card>
      </FormColumn>
    </>
  );
}

interface SupportRequestFormProps {
  contact?: ContactValues | undefined;
  /** True for a service that creates the request for one of its clients. */
  isForClient?: boolean;
  /** Preselected instrument; null if it could not be loaded. */
  instrument?: SourceInstrument | null;
}

/** Form of a new remote support request, with a draft and an idempotency key. */
export function SupportRequestForm(props: SupportRequestFormProps) {
  return (
    <Messages>
      <DraftedSupportForm {...props} />
    </Messages>
  );
}

function DraftedSupportForm({ contact, isForClient = false, instrument }: SupportRequestFormProps) {
  const draft = useRequestDraft(isForClient ? 'remoteSupportForClient' : 'newRemoteSupport', 0, parseSupportDraft);
  const review = useRef(() => {});
  return (
    <PortalForm<SupportForm>
      values={createEmptyForm(contact)}
      restored={draft.found}
      validate={(values) => validateSupportForm(values, isForClient)}
      draft={{ key: draft }}
      confirmsLeaving={false}
      onSave={() => review.current()}
    >
      <SupportRequestPage {...{ draft, isForClient, instrument, review }} />
    </PortalForm>
  );
}

interface SupportRequestPageProps {
  draft: RequestDraft<SupportForm>;
  isForClient: boolean;
  instrument: SourceInstrument | null | undefined;
  /** Set to the function that opens the review, for Enter in a field. */
  review: RefObject<() => void>;
}

function SupportRequestPage({ draft, isForClient, instrument, review }: SupportRequestPageProps) {
  const translate = useTranslate();
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const { form, creation } = useSupportRequest(draft, uploads, isForClient);
  const { submission, handleSubmit } = creation;
  useLayoutEffect(() => {
    review.current = handleSubmit;
  });
  return (
    <NewRequestPage
      creation={creation}
      title={translate(isForClient ? 'newRemoteSupport.forClient.title' : 'newRemoteSupport.title')}
      list="remote-support/list"
      record="remote-support/process"
    >
      {instrument !== undefined && <InstrumentFilledIn form={form} draft={draft} instrument={instrument} />}
      <Card sx={{ marginBottom: 2, overflow: 'visible' }}>
        <RequestFields onUploads={setUploads} isForClient={isForClient} />
        {/* Browsers submit on Enter only with a submit button in the form; the visible one is in the toolbar. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Card>
      {submission.isConfirmOpen && (
        <SubmitDialog submission={submission} title={translate('newRemoteSupport.ask.title')}>
          <Summary request={toSupportBody(form.getValues())} client={form.getValues('clientName')} />
        </SubmitDialog>
      )}
    </NewRequestPage>
  );
}

interface InstrumentFilledInProps {
  form: UseFormReturn<SupportForm>;
  draft: RequestDraft<SupportForm>;
  instrument: SourceInstrument | null;
}

/** Notes about the instrument, which is filled in unless a draft names another. */
function InstrumentFilledIn({ form, draft, instrument }: InstrumentFilledInProps) {
  const translate = useTranslate();
  const [isDraftKept, setDraftKept] = useState(() => instrument !== null && isFilledIn(form, instrument) === false);
  const removeSource = useRemoveSourceInstrument();
  useEffect(() => {
    if (!instrument || isDraftKept) return;
    fillIn(form, instrument);
    // This effect precedes the form's subscription to its changes.
    draft.touch();
    removeSource();
  }, [form, draft, instrument, isDraftKept, removeSource]);
  if (!instrument) return <SourceInstrumentNote text={translate('newRemoteSupport.source.unread')} />;
  const { serialNumber: serial, part } = instrument;
  if (isDraftKept) {
    return (
      <SourceInstrumentNote
        text={translate('newRemoteSupport.source.kept', { serial })}
        use={{ label: translate('newRemoteSupport.source.use'), onUse: () => setDraftKept(false) }}
      />
    );
  }
  return part ? null : <SourceInstrumentNote text={translate('newRemoteSupport.source.notOffered', { serial })} />;
}

/** Return whether the form is about the instrument; null if it names none. */
function isFilledIn({ getValues }: UseFormReturn<SupportForm>, { part, serialNumber }: SourceInstrument) {
  const values = getValues();
  if (values.partId === '' && values.serialNumber === '') return null;
  return values.partId === (part?.id ?? '') && values.serialNumber === serialNumber;
}

function fillIn({ setValue }: UseFormReturn<SupportForm>, { part, serialNumber }: SourceInstrument): void {
  setValue('serialNumber', serialNumber, { shouldDirty: true });
  setValue('category', part?.category ?? '', { shouldDirty: true });
  setValue('partId', part?.id ?? '', { shouldDirty: true });
}

/** Summary of the request before the submission. */
function Summary({ request, client }: { request: ReturnType<typeof toSupportBody>; client: string }) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography sx={{ color: 'text.primary', fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' }}>
        {request.title}
      </Typography>
      {client && <Typography>{translate('newRemoteSupport.ask.client', { client })}</Typography>}
      <Typography>
        {translate('newRemoteSupport.ask.when', {
          time: format.dateTime(request.preferredDate),
          own: format.localizedDateTime(request.preferredDate),
        })}
      </Typography>
      {Date.parse(request.preferredDate) < Date.now() && (
        <Alert severity="warning">{translate('newRemoteSupport.timePassed')}</Alert>
      )}
      <Typography>{translate('newRemoteSupport.ask.text')}</Typography>
    </Box>
  );
}

/** Return the form with its submission. */
function useSupportRequest(draft: RequestDraft<SupportForm>, uploads: UploadTotals, isForClient: boolean) {
  const translate = useTranslate();
  const { form, saved, discard, applyServerErrors } = usePortalFormContext<SupportForm>();
  const { isSubmitted } = useFormState();
  useWatch();
  const isPristine = !hasChanges(saved(), form.getValues());
  const missingCount = Object.keys(validateSupportForm(form.getValues(), isForClient)).length;
  const getMissingReason = () => {
    if (isPristine && !isSubmitted)
      return translate(isForClient ? 'newRemoteSupport.forClient.empty' : 'newRemoteSupport.reason.empty');
    return missingCount > 0 ? translate('creation.reason.fields', { smart_count: missingCount }) : null;
  };
  const creation = useRequestForm({
    draft,
    clear: discard,
    isPristine,
    missingReason: getMissingReason(),
    uploads,
    validate: (review) => void form.handleSubmit(review)(),
    files: () => form.getValues('attachments').map(({ id, name }) => ({ id, label: name })),
    removeFiles: (ids) => {
      const remaining = form.getValues('attachments').filter(({ id }) => !ids.has(id));
      form.setValue('attachments', remaining);
    },
    resource: 'remoteSupport',
    body: () => toSupportBody(form.getValues()),
    applyServerErrors: (error) => applyServerErrors(error, toFormPath),
    successMessage: 'newRemoteSupport.sent',
    next: 'remote-support/list',
  });
  return { form, creation };
}
