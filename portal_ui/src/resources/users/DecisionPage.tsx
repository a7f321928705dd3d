import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { AutocompleteArrayInput, AutocompleteInput, SelectInput, TextInput } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { BackToList } from '../../kernel/routing/BackToList';
import { ProblemAlert } from '../../kernel/saving/ProblemAlert';
import { problemOf, type SaveProblem } from '../../kernel/saving/problem';
import { required, username } from '../../kernel/saving/rules';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { PartyView } from '../../kernel/shipping/PartyFields';
import { useErrorMessage } from '../../server/errorMessage';
import { homeList } from '../../server/firstPage';
import { call } from '../../server/http';
import { useMeta } from '../../server/meta';
import { metaKey } from '../../server/queryClient';
import type { components } from '../../server/schema';
import { accountRequests } from '../../server/waitingAccounts';
import { ErrorState } from '../../shared/Empty';
import { FormPart, FormParts } from '../../shared/FormPart';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { PortalLink, useLanguage, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { FormSkeleton } from '../../shared/Skeletons';

type Schemas = components['schemas'];
type AccountRequest = Schemas['AccountRequestAnswer'];
type Decision = 'approve' | 'reject';
const manager = 'SUSTAINABILITY_MANAGER';
const admitted = ['CLIENT', manager];

/** request-account/{decision}/{id}: who asks for an account, and the decision about it. */
export default function DecisionPage({ decision }: { decision: Decision }) {
  const { id } = useParams();
  const translate = useTranslate();
  const message = useErrorMessage();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['request-account', id, language],
    queryFn: () => call<AccountRequest>('GET', '/api/v1/contacts/fetch/request-account', { query: { id } }),
    retry: false,
  });
  return (
    <>
      <PageHeader title={translate(`joining.decide.${decision}`)} actions={<BackToList list="account-requests" />} />
      <Card>
        {data ? (
          <FormParts>
            <ReadFields>
              <ReadField label={translate('joining.decide.wanted')}>{data.contact.username}</ReadField>
            </ReadFields>
            <PartyView contact={{ ...data.contact, backupEmails: backupEmailsOf(data) }} address={data.address} />
            {data.status === 'WAITING_APPROVAL' ? (
              <DecisionForm request={data} decision={decision} />
            ) : (
              <Alert severity="info">{translate(`joining.decide.already.${data.status}`)}</Alert>
            )}
          </FormParts>
        ) : error ? (
          <ErrorState message={message(error)} onRetry={() => void refetch()} />
        ) : (
          <Box sx={{ padding: 2 }}>
            <FormSkeleton fields={8} />
          </Box>
        )}
      </Card>
    </>
  );
}

const backupEmailsOf = ({ contact }: AccountRequest) =>
  contact.backupEmails.map(({ value }) => ({ value: String(value) }));

const empty = { additionalInfoJson: { role: '', username: '', clientId: '', serviceId: '', clients: [] as number[] } };

function DecisionForm({ request, decision }: { request: AccountRequest; decision: Decision }) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const path = usePath();
  const client = useQueryClient();
  const form = useForm({ defaultValues: empty });
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const approves = decision === 'approve';

  const submit = form.handleSubmit(async ({ additionalInfoJson: { clients, ...info } }) => {
    setProblem(null);
    const isManager = info.role === manager;
    const admission = isManager
      ? { role: info.role, username: info.username, clients: clients.map((id) => ({ id })) }
      : { ...info, serviceId: info.clientId ? null : info.serviceId };
    const body = {
      id: request.id,
      status: approves ? 'APPROVAL' : 'REJECTED',
      additionalInfoJson: approves ? admission : null,
    };
    try {
      await call('PUT', '/api/v1/contacts/request-account/decision', { body });
    } catch (error) {
      setProblem(problemOf(error, applyServerErrors(form, error)));
      return;
    } finally {
      // Where it was refused, somebody else may have decided.
      void client.invalidateQueries({ queryKey: [accountRequests] });
    }
    // A client or a service may have been made of it, which forms and filters then offer.
    void client.invalidateQueries({ queryKey: [metaKey] });
    // Whoever comes back at once reads that it was decided.
    void client.invalidateQueries({ queryKey: ['request-account'] });
    notify(approves ? 'joining.decide.approved' : 'joining.decide.rejected', { type: 'success' });
    navigate(path(homeList));
  });

  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
        {approves && <Admission />}
        <ProblemAlert problem={problem} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button
            type="submit"
            variant="contained"
            color={approves ? 'primary' : 'error'}
            loading={form.formState.isSubmitting}
          >
            {translate(approves ? 'joining.decide.approveIt' : 'joining.decide.rejectIt')}
          </Button>
          <PortalLink to={`request-account/${approves ? 'reject' : 'approve'}/${request.id}`}>
            {translate(approves ? 'joining.decide.toReject' : 'joining.decide.toApprove')}
          </PortalLink>
        </Box>
      </Box>
    </FormProvider>
  );
}

type Found = { content: { id: number; name: string; fullName: string | null }[] };
type Named = { id: number; name: string }[];

/** What the user becomes: the role, and the clients that come with it. */
function Admission() {
  const translate = useTranslate();
  const { choices } = useMeta();
  const role = useWatch({ name: 'additionalInfoJson.role' }) as string;
  const clientId = useWatch({ name: 'additionalInfoJson.clientId' }) as unknown;
  const { data: clients = [] } = useQuery({
    queryKey: ['clients-to-join'],
    queryFn: () => call<Found>('GET', '/api/v1/client/fetch-by-criteria', { query: { size: 1000, page: 0 } }),
    select: ({ content }) =>
      content.map(({ id, name, fullName }) => ({ id, name: fullName ? `${name} (${fullName})` : name })),
  });
  const { data: services = [] } = useQuery({
    queryKey: ['services-to-choose'],
    queryFn: () => call<Named>('GET', '/api/v1/service/fetch/all'),
  });
  const roles = (choices.roles ?? []).filter(({ key }) => admitted.includes(key));
  return (
    <FormPart title="joining.decide.approveIt">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <SelectInput
          source="additionalInfoJson.role"
          label="joining.decide.role"
          choices={roles}
          optionValue="key"
          validate={required}
        />
        <TextInput source="additionalInfoJson.username" label="joining.decide.username" validate={username} />
        {role === 'CLIENT' && (
          <AutocompleteInput
            source="additionalInfoJson.clientId"
            label="joining.decide.client"
            choices={clients}
            helperText={translate('joining.decide.newClient')}
          />
        )}
        {role === 'CLIENT' && !clientId && (
          <AutocompleteInput source="additionalInfoJson.serviceId" label="joining.decide.service" choices={services} />
        )}
        {role === manager && (
          <AutocompleteArrayInput
            source="additionalInfoJson.clients"
            label="joining.decide.clients"
            choices={clients}
          />
        )}
      </Box>
    </FormPart>
  );
}
