import { useTranslate } from 'ra-core';
import { EmailsField } from '../../shared/fields/EmailsField';

/** Any number of further addresses, two in a row. */
export function BackupEmails() {
  const translate = useTranslate();
  return (
    <EmailsField
      name="backupEmails"
      label={(number) => translate('users.field.backupEmail', { number })}
      removeLabel={(number) => translate('users.backupEmail.remove', { number })}
      addLabel={translate('users.backupEmail.add')}
      autoComplete="off"
    />
  );
}
