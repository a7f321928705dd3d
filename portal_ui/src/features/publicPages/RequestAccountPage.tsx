import Box from '@mui/material/Box';
import { useNotify, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { call } from '../../api/http';
import { type FieldDefinition, type FieldInputProps, FieldInputs } from '../../core/forms/FieldDefinition';
import { FormSection } from '../../core/forms/FormSection';
import { validateFields } from '../../core/forms/fieldValidation';
import { InvalidFieldsAlert } from '../../core/forms/InvalidFieldsAlert';
import { AutocompleteInput } from '../../core/forms/inputs/choiceInputs';
import { PortalForm, type PortalFormProps } from '../../core/forms/PortalForm';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { SubmitButton } from '../../core/forms/SubmitButton';
import { type SaveError, toSaveError } from '../../core/forms/saveError';
import { useIdempotencyKey } from '../../core/forms/useIdempotencyKey';
import { validateUsername } from '../../core/forms/validators';
import type { Language } from '../../core/i18n/language';
import { useLanguage } from '../../core/i18n/useLanguage';
import { useLocalizedPath } from '../../core/routing/links';
import { useNavigateIfCurrent } from '../../core/routing/useNavigateIfCurrent';
import { partyFields } from '../shipping/PartyFields';
import { EMPTY_ADDRESS } from '../shipping/shippingValues';
import { PublicLayout } from './PublicLayout';

/** Region codes of `Intl.DisplayNames` that are no ISO 3166 countries. */
const excludedCodes = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Return all ISO 3166 countries, named and sorted by the browser. Public pages have no session to fetch them. */
export function getCountries(language: Language): { id: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return alphabet
    .flatMap((first) => alphabet.map((second) => first + second))
    .filter((code) => !excludedCodes.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((id) => {
      const name = names.of(id);
      return name ? [{ id, name }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

const empty = {
  contact: { username: '', firstName: '', lastName: '', phone: '', email: '' },
  address: EMPTY_ADDRESS,
};

/** Country autocomplete for public pages; the server's choices require a session. */
function PublicCountryInput({ field: _field, fields: _fields, ...input }: FieldInputProps) {
  const language = useLanguage();
  const countries = useMemo(() => getCountries(language), [language]);
  return <AutocompleteInput {...input} choices={countries} optionValue="id" helperText={false} />;
}

/** Return the field definition of a contact or address field for account requests. */
const findField = (source: string, more: Partial<FieldDefinition> = {}): FieldDefinition => {
  const field = partyFields.find((item) => item.source === source);
  return { source, label: '', ...field, ...more };
};

const contactFields: readonly FieldDefinition[] = [
  {
    source: 'contact.username',
    label: 'accountRequests.request.username',
    isRequired: true,
    validate: validateUsername,
    autoComplete: 'username',
    wide: true,
  },
  findField('contact.firstName'),
  findField('contact.lastName'),
  findField('contact.phone'),
  findField('contact.email'),
];

const addressFields: readonly FieldDefinition[] = [
  findField('address.companyName'),
  findField('address.country', { Input: PublicCountryInput }),
  findField('address.province'),
  findField('address.city'),
  findField('address.postalCode'),
  findField('address.street'),
  findField('address.building', { isRequired: true }),
];

const validateForm = (values: typeof empty) => validateFields([...contactFields, ...addressFields], values);

/** Page of request-account/request, for visitors. Supervisors get an email. */
export default function RequestAccountPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const path = useLocalizedPath();
  const [keyOf] = useIdempotencyKey();
  const [problem, setProblem] = useState<SaveError | null>(null);

  const submit: PortalFormProps<typeof empty>['onSave'] = async (body, { applyServerErrors }) => {
    setProblem(null);
    try {
      await call('POST', '/api/v1/contacts/request-account/request', { body, idempotencyKey: keyOf(body) });
    } catch (error) {
      setProblem(toSaveError(error, applyServerErrors(error)));
      return;
    }
    notify('accountRequests.request.sent', { type: 'success' });
    navigate(path('login'), { replace: true });
  };

  return (
    <PublicLayout
      title={translate('accountRequests.request.title')}
      text={translate('accountRequests.request.text')}
      maxWidth={760}
    >
      <PortalForm values={empty} validate={validateForm} mode="onSubmit" confirmsLeaving={false} onSave={submit}>
        <Box sx={{ display: 'grid', gap: 4 }}>
          <FormSection title="accountRequests.request.contact">
            <FieldInputs fields={contactFields} />
          </FormSection>
          <FormSection title="accountRequests.request.address">
            <FieldInputs fields={addressFields} />
          </FormSection>
          {problem ? <SaveErrorAlert problem={problem} /> : <InvalidFieldsAlert />}
          <SubmitButton size="large">{translate('accountRequests.request.submit')}</SubmitButton>
        </Box>
      </PortalForm>
    </PublicLayout>
  );
}
