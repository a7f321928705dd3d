import { useTranslate } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { useMeta } from '../../server/meta';
import { SelectField } from '../../shared/fields/SelectField';
import { TextField } from '../../shared/fields/TextField';
import { FieldGrid } from '../../shared/shipping/FormPart';
import type { AccountForm } from './accountForm';
import { BackupEmails } from './BackupEmails';
import { NewOrganisation, OtherOrganisation } from './OrganisationFields';
import { PasswordFields } from './PasswordFields';

type Props = { moment: 'create' | 'edit'; own?: boolean };

/** The fields of the account details, for a new user and for a known one. */
export function AccountFields({ moment, own = false }: Props) {
  const translate = useTranslate();
  const { control } = useFormContext<AccountForm>();
  const { choices } = useMeta();
  const isNew = moment === 'create';
  // What the browser knows of the user in front of it belongs to the own account only.
  const known = (field: string) => (own ? field : 'off');
  const text = (name: 'username' | 'firstName' | 'lastName' | 'phone' | 'email') => ({
    name,
    control,
    label: translate(`users.field.${name}`),
    required: true,
  });
  return (
    <FieldGrid>
      <TextField<AccountForm> {...text('username')} autoComplete={known('username')} />
      {isNew ? (
        <SelectField<AccountForm>
          name="role"
          control={control}
          label={translate('users.field.role')}
          required
          choices={choices.roles ?? []}
        />
      ) : (
        <OtherOrganisation />
      )}
      {isNew && <NewOrganisation />}
      <TextField<AccountForm> {...text('firstName')} autoComplete={known('given-name')} />
      <TextField<AccountForm> {...text('lastName')} autoComplete={known('family-name')} />
      <TextField<AccountForm> {...text('phone')} type="tel" autoComplete={known('tel')} />
      <TextField<AccountForm> {...text('email')} type="email" autoComplete={known('email')} />
      <BackupEmails />
      <PasswordFields required={isNew} own={own} />
    </FieldGrid>
  );
}
