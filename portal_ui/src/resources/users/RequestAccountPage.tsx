import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigateFromHere } from '../../kernel/routing/useNavigateFromHere';
import { ProblemAlert } from '../../kernel/saving/ProblemAlert';
import { problemOf, type SaveProblem } from '../../kernel/saving/problem';
import { email, personName, phone, required, text, username } from '../../kernel/saving/rules';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useIdempotencyKey } from '../../kernel/saving/useIdempotencyKey';
import { call } from '../../server/http';
import { FieldGrid, FormPart } from '../../shared/FormPart';
import { AutocompleteInput } from '../../shared/fields/choiceInputs';
import { OptionalLabel } from '../../shared/fields/OptionalLabel';
import { useLanguage, usePath } from '../../shared/links';
import { countriesIn } from './countries';
import { PublicPage } from './PublicPage';

const empty = {
  contact: { username: '', firstName: '', lastName: '', phone: '', email: '' },
  address: { companyName: '', country: '', province: '', city: '', postalCode: '', street: '', building: '' },
};
const line = [required, text];
const rules = {
  username: [required, username],
  name: [required, personName],
  phone: [required, phone],
  email: [required, email],
};

/** request-account/request: somebody outside asks for an account; the supervisors are mailed. */
export default function RequestAccountPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateFromHere();
  const path = usePath();
  const form = useForm({ defaultValues: empty });
  const [keyOf] = useIdempotencyKey();
  const [problem, setProblem] = useState<SaveProblem | null>(null);

  const submit = form.handleSubmit(async (body) => {
    setProblem(null);
    try {
      await call('POST', '/api/v1/contacts/request-account/request', { body, idempotencyKey: keyOf(body) });
    } catch (error) {
      setProblem(problemOf(error, applyServerErrors(form, error)));
      return;
    }
    notify('joining.request.sent', { type: 'success' });
    navigate(path('login'), { replace: true });
  });

  return (
    <PublicPage title={translate('joining.request.title')} text={translate('joining.request.text')} maxWidth={760}>
      <FormProvider {...form}>
        <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
          <ContactPart />
          <AddressPart />
          <ProblemAlert problem={problem} />
          <Button type="submit" variant="contained" color="primary" size="large" loading={form.formState.isSubmitting}>
            {translate('joining.request.submit')}
          </Button>
        </Box>
      </FormProvider>
    </PublicPage>
  );
}

function ContactPart() {
  return (
    <FormPart title="joining.request.contact">
      <FieldGrid>
        <Field source="contact.username" label="joining.request.username" rule={rules.username} complete="username" />
        <Field source="contact.email" rule={rules.email} complete="email" type="email" />
        <Field source="contact.firstName" rule={rules.name} complete="given-name" />
        <Field source="contact.lastName" rule={rules.name} complete="family-name" />
        <Field source="contact.phone" rule={rules.phone} complete="tel" type="tel" />
      </FieldGrid>
    </FormPart>
  );
}

function AddressPart() {
  const language = useLanguage();
  const countries = useMemo(() => countriesIn(language), [language]);
  return (
    <FormPart title="joining.request.address">
      <FieldGrid>
        <Field source="address.companyName" rule={line} complete="organization" />
        <AutocompleteInput
          source="address.country"
          label="shipping.field.country"
          choices={countries}
          optionValue="id"
          validate={required}
          helperText={false}
        />
        <TextInput
          source="address.province"
          label={<OptionalLabel label="shipping.field.province" />}
          validate={text}
          autoComplete="address-level1"
        />
        <Field source="address.city" rule={line} complete="address-level2" />
        <Field source="address.postalCode" rule={line} complete="postal-code" />
        <Field source="address.street" rule={line} complete="address-line1" />
        <Field source="address.building" rule={line} complete="address-line2" />
      </FieldGrid>
    </FormPart>
  );
}

type FieldProps = {
  source: string;
  label?: string;
  rule: (typeof rules)[keyof typeof rules] | typeof line;
  complete: string;
  type?: string;
};

function Field({ source, label, rule, complete, type = 'text' }: FieldProps) {
  return (
    <TextInput
      source={source}
      label={label ?? `shipping.field.${source.split('.')[1]}`}
      validate={rule}
      autoComplete={complete}
      type={type}
    />
  );
}
