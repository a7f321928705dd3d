import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import { isNotFound } from '../../api/errors';
import { call } from '../../api/http';
import { useMeta } from '../../api/meta';
import { accountRequestsKey } from '../../api/pendingAccountRequests';
import { invalidateMeta } from '../../api/queryClient';
import type { components } from '../../api/schema';
import type { Choice, Service } from '../../api/types';
import { useServices } from '../../api/useServices';
import { FormSection, FormSections } from '../../core/forms/FormSection';
import { ClientPicker, ClientsPicker } from '../../core/forms/inputs/ClientPicker';
import { AutocompleteInput, SelectInput } from '../../core/forms/inputs/choiceInputs';
import { LongTextInput } from '../../core/forms/inputs/LongTextInput';
import { OptionalLabel } from '../../core/forms/inputs/OptionalLabel';
import { ReadField, ReadFields } from '../../core/forms/inputs/ReadField';
import { PortalForm, type PortalFormProps } from '../../core/forms/PortalForm';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { SubmitButton } from '../../core/forms/SubmitButton';
import { type SaveError, toSaveError } from '../../core/forms/saveError';
import { maxLength, required, validateText, validateUsername } from '../../core/forms/validators';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { useFormat } from '../../core/i18n/format';
import { useLanguage } from '../../core/i18n/useLanguage';
import { BackToListButton } from '../../core/routing/BackToListButton';
import { LocalizedLink, useLocalizedPath } from '../../core/routing/links';
import { NotFound } from '../../core/routing/NotFound';
import { parseRecordId } from '../../core/routing/parseRecordId';
import { HOME_LIST } from '../../core/routing/urls';
import { useNavigateIfCurrent } from '../../core/routing/useNavigateIfCurrent';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { ErrorState } from '../../core/ui/EmptyState';
import { FormColumn } from '../../core/ui/FormColumn';
import { PageHeader } from '../../core/ui/PageHeader';
import { FormSkeleton } from '../../core/ui/Skeletons';
import { PartyView } from '../shipping/PartyFields';

type Schemas = components['schemas'];
type AccountRequest = Schemas['AccountRequestAnswer'];
type Decision = 'approve' | 'reject';
const manager = 'SUSTAINABILITY_MANAGER';
const ADMITTED_ROLES = ['CLIENT', manager];
const MAX_NOTE_LENGTH = 1024;
const reasonRules = [maxLength(MAX_NOTE_LENGTH)];
const nameRules = [required, validateText];

const Messages = createMessagesProvider(import.meta.glob('../../../../locale/*/accountDecision.json'));

/** Page of request-account/:decision/:id: requester, and form of the decision. */
export default function AccountRequestDecisionPage({ decision }: { decision: Decision }) {
  const id = parseRecordId(useParams().id);
  if (id === null) return <RequestNotFound />;
  return (
    <Messages>
      <LoadedPage id={id} decision={decision} />
    </Messages>
  );
}

function RequestNotFound() {
  const translate = useTranslate();
  return <NotFound list="account-requests" title={translate('process.notFound.title')} />;
}

function LoadedPage({ id, decision }: { id: number; decision: Decision }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['request-account', id, language],
    queryFn: () => call<AccountRequest>('GET', '/api/v1/contacts/fetch/request-account', { query: { id } }),
    retry: false,
  });
  if (isNotFound(error)) return <RequestNotFound />;
  const decided = data && data.status !== 'WAITING_APPROVAL' && data.status;
  return (
    <FormColumn>
      <PageHeader
        title={translate(decided ? `accountDecision.title.${decided}` : `accountDecision.${decision}`)}
        back={<BackToListButton list="account-requests" />}
      />
      <Card>
        {data ? (
          <FormSections>
            <ReadFields>
              <ReadField label={translate('accountDecision.wanted')}>{data.contact.username}</ReadField>
            </ReadFields>
            <PartyView contact={{ ...data.contact, backupEmails: getBackupEmails(data) }} address={data.address} />
            {data.status === 'WAITING_APPROVAL' ? (
              <DecisionForm request={data} decision={decision} />
            ) : (
              <Decided request={data} />
            )}
          </FormSections>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Box sx={{ padding: 2 }}>
            <FormSkeleton fields={8} />
          </Box>
        )}
      </Card>
    </FormColumn>
  );
}

function Decided({ request: { status, reason, decidedBy, decidedAt } }: { request: AccountRequest }) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Alert severity="info" sx={{ '& p': { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } }}>
      <p>{translate(`accountDecision.already.${status}`)}</p>
      {decidedBy && decidedAt && (
        <p>{translate('accountDecision.decidedBy', { name: decidedBy, day: format.date(decidedAt) })}</p>
      )}
      {reason && <p>{translate('accountDecision.wasBecause', { reason })}</p>}
    </Alert>
  );
}

const getBackupEmails = ({ contact }: AccountRequest) =>
  contact.backupEmails.map(({ value }) => ({ value: String(value) }));

const toFormValues = ({ clientName }: AccountRequest) => ({
  reason: '',
  additionalInfoJson: {
    role: '',
    username: '',
    clientId: '',
    clientName,
    serviceId: '',
    clients: [] as string[],
  },
  /** Display names of the selected clients; not sent. */
  chosen: { client: '', clients: [] as Choice[] },
});
type Values = ReturnType<typeof toFormValues>;
type OnSave = PortalFormProps<Values>['onSave'];

/** Convert the form values of an approval to the request body. */
function toAdmissionBody({ role, username, clientId, clientName, serviceId, clients }: Values['additionalInfoJson']) {
  if (role === manager) return { role, username, clients: clients.map((id) => ({ id: Number(id) })) };
  if (clientId) return { role, username, clientId: Number(clientId) };
  return { role, username, clientName, serviceId: serviceId ? Number(serviceId) : null };
}

function DecisionForm({ request, decision }: { request: AccountRequest; decision: Decision }) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const path = useLocalizedPath();
  const client = useQueryClient();
  const [problem, setProblem] = useState<SaveError | null>(null);
  const [busy, setBusy] = useState(false);
  // A rejection is final and emails an external person, so it requires a confirmation.
  const [rejection, setRejection] = useState<(() => unknown) | null>(null);
  const approves = decision === 'approve';

  const send: OnSave = async ({ reason, additionalInfoJson: info }, { applyServerErrors }) => {
    setProblem(null);
    setBusy(true);
    const body = approves
      ? { id: request.id, status: 'APPROVAL', additionalInfoJson: toAdmissionBody(info) }
      : { id: request.id, status: 'REJECTED', reason };
    try {
      await call('PUT', '/api/v1/contacts/request-account/decision', { body });
    } catch (error) {
      setProblem(toSaveError(error, applyServerErrors(error)));
      return;
    } finally {
      setBusy(false);
      setRejection(null);
      // Another user may have decided meanwhile, and Back returns to this page.
      void client.invalidateQueries({ queryKey: [accountRequestsKey] });
      void client.invalidateQueries({ queryKey: ['request-account'] });
    }
    // The approval may have created a client, which forms and filters then offer.
    invalidateMeta(client);
    notify(approves ? 'accountRequests.decide.approved' : 'accountRequests.decide.rejected', { type: 'success' });
    navigate(path(HOME_LIST));
  };
  return (
    <PortalForm
      values={toFormValues(request)}
      mode="onSubmit"
      confirmsLeaving={false}
      onSave={(values, form) => (approves ? send(values, form) : setRejection(() => () => send(values, form)))}
    >
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
        {approves ? <Admission existingClient={request.existingClient} /> : <Reason />}
        <SaveErrorAlert problem={problem} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <SubmitButton color={approves ? 'primary' : 'error'}>
            {translate(approves ? 'accountRequests.decide.approveIt' : 'accountRequests.decide.rejectIt')}
          </SubmitButton>
          <LocalizedLink to={`request-account/${approves ? 'reject' : 'approve'}/${request.id}`}>
            {translate(approves ? 'accountDecision.toReject' : 'accountDecision.toApprove')}
          </LocalizedLink>
        </Box>
      </Box>
      <ConfirmDialog
        open={rejection !== null}
        danger
        title={translate('accountDecision.rejectTitle', { name: request.contact.fullName })}
        confirmLabel={translate('accountRequests.decide.rejectIt')}
        busy={busy}
        onConfirm={() => rejection?.()}
        onClose={() => setRejection(null)}
      >
        {translate('accountDecision.rejectText', { email: request.contact.email })}
      </ConfirmDialog>
    </PortalForm>
  );
}

/** Input for the reason of a rejection, which the requester reads. */
function Reason() {
  return (
    <LongTextInput
      source="reason"
      label={<OptionalLabel label="accountDecision.reason" />}
      helperText="accountDecision.reasonHelp"
      maxLength={MAX_NOTE_LENGTH}
      validate={reasonRules}
    />
  );
}

/** Warning about a client with the company's name. The company is unverified, so it is never preselected. */
function ExistingClientAlert({ client, isSelected }: { client: Service; isSelected: boolean }) {
  const translate = useTranslate();
  const { setFocus, setValue } = useFormContext();
  const select = () => {
    setValue('chosen.client', client.name);
    setValue('additionalInfoJson.clientId', String(client.id), { shouldDirty: true });
    // The focused button is removed.
    setFocus('additionalInfoJson.clientId');
  };
  return (
    <Alert
      severity="warning"
      action={
        isSelected ? undefined : (
          <Button color="inherit" onClick={select}>
            {translate('accountDecision.selectExisting')}
          </Button>
        )
      }
    >
      {translate('accountDecision.existing', { name: client.name })}
    </Alert>
  );
}

/** Inputs of an approval: role, and the clients that it requires. */
function Admission({ existingClient }: Pick<AccountRequest, 'existingClient'>) {
  const { choices } = useMeta();
  const role = useWatch({ name: 'additionalInfoJson.role' }) as string;
  const clientId = useWatch({ name: 'additionalInfoJson.clientId' }) as unknown;
  const { data: services = [] } = useServices();
  const roles = (choices.roles ?? []).filter(({ key }) => ADMITTED_ROLES.includes(key));
  return (
    <FormSection title="accountRequests.decide.approveIt">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <SelectInput
          source="additionalInfoJson.role"
          label="accountDecision.role"
          choices={roles}
          validate={required}
        />
        <TextInput
          source="additionalInfoJson.username"
          label={<OptionalLabel label="accountDecision.username" />}
          validate={validateUsername}
        />
        {role === 'CLIENT' && (
          <ClientPicker
            source="additionalInfoJson.clientId"
            nameSource="chosen.client"
            label="accountDecision.client"
            helperText="accountDecision.clientHelp"
          />
        )}
        {role === 'CLIENT' && existingClient && (!clientId || clientId === String(existingClient.id)) && (
          <ExistingClientAlert client={existingClient} isSelected={Boolean(clientId)} />
        )}
        {role === 'CLIENT' && !clientId && (
          <>
            <TextInput source="additionalInfoJson.clientName" label="accountDecision.newClient" validate={nameRules} />
            <AutocompleteInput
              source="additionalInfoJson.serviceId"
              label="accountDecision.service"
              choices={services}
              optionValue="id"
              helperText="accountDecision.serviceHelp"
            />
          </>
        )}
        {role === manager && (
          <ClientsPicker
            source="additionalInfoJson.clients"
            choicesSource="chosen.clients"
            label="accountDecision.clients"
            helperText="accountDecision.clientsHelp"
          />
        )}
      </Box>
    </FormSection>
  );
}
