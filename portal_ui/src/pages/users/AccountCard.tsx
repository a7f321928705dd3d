import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useContext } from 'react';
import type { Naming } from '../../kernel/saving/merge';
import { UnsavedContext } from '../../kernel/saving/unsavedForms';
import { call } from '../../server/http';
import { readSession } from '../../server/session';
import type { Contact } from '../../server/types';
import { AccountFields } from './AccountFields';
import { type AccountForm, accountOf, accountPath, changedAccountBody, changedAccountProblems } from './accountForm';
import { FormCard } from './CardFrame';
import { withOwnPassword } from './ownSession';
import { organisationsQuery } from './profile';
import type { Problems } from './rules';
import { useCard } from './useCard';
import { useUser } from './userContext';

const problemsOf = (form: AccountForm): Problems => changedAccountProblems(form, false);
const ownProblemsOf = (form: AccountForm): Problems => changedAccountProblems(form, true);
const withoutPasswords = (form: AccountForm): AccountForm => ({
  ...form,
  password: '',
  confirmPassword: '',
  currentPassword: '',
});

/** Who the user is, how to reach them, and the password. */
export function AccountCard() {
  const translate = useTranslate();
  const { own } = useUser();
  const client = useQueryClient();
  const unsaved = useContext(UnsavedContext);
  const naming = useNaming();

  const save = async (form: AccountForm, before: AccountForm, version: string | undefined) => {
    const body = changedAccountBody(form, before, own);
    const put = () => call<Contact>('PUT', '/api/v1/contacts/edit', { query: { version }, body });
    const renews = own && form.password !== '';
    const saved = renews ? await withOwnPassword(put, form.password) : await put();
    // The greeting names the user; and what was asked with the old token is asked again.
    if (own) void client.invalidateQueries(renews ? {} : { queryKey: ['meta'] });
    return saved.username;
  };

  /** A rename or a move leads to another address or other cards: what is typed there would go. */
  const hindrance = (form: AccountForm, before: AccountForm) => {
    const leads = form.username.trim() !== before.username || form.organisation !== before.organisation;
    return leads && unsaved.dirtyCount() > 1 ? translate('users.account.saveOthersFirst') : null;
  };

  const done = ({ password }: AccountForm) => {
    // Where signing in again failed, the login page tells the rest.
    if (password === '' || readSession().session === null) return translate('users.saved.account');
    return translate(own ? 'users.saved.ownPassword' : 'users.saved.otherPassword');
  };

  const card = useCard<AccountForm>({
    card: 'contact',
    valuesOf: accountOf,
    problemsOf: own ? ownProblemsOf : problemsOf,
    naming,
    pathOf: accountPath,
    taken: { code: 'USERNAME_EXISTS', path: 'username' },
    save,
    afterSave: withoutPasswords,
    done,
    hindrance,
  });
  return (
    <FormCard card={card} title={translate('users.account.title')} hint={translate('users.account.hint')}>
      <AccountFields moment="edit" own={own} />
    </FormCard>
  );
}

function useNaming(): Naming {
  const translate = useTranslate();
  const client = useQueryClient();
  const { clientForAdmin, serviceForAdmin } = useUser().profile;
  const kind = serviceForAdmin ? 'service' : 'client';
  return {
    label: (path) => {
      if (path === 'organisation') return translate(`users.organisation.${kind}`);
      if (path === 'backupEmails') return translate('users.field.backupEmails');
      return translate(`users.field.${path}`);
    },
    text: (path, value) => {
      if (path === 'organisation') {
        const known = client.getQueryData(organisationsQuery(kind).queryKey) ?? [clientForAdmin ?? serviceForAdmin];
        return known.find((one) => String(one?.id) === value)?.name ?? '';
      }
      return Array.isArray(value) ? value.map((one: { value: string }) => one.value).join(', ') : String(value ?? '');
    },
  };
}
