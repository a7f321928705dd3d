import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useCallback, useContext, useRef, useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { problemOf, type SaveProblem } from '../../kernel/saving/problem';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { UnsavedContext, useUnsavedForm } from '../../kernel/saving/unsavedForms';
import { ApiError } from '../../server/errors';
import { call } from '../../server/http';
import type { Contact } from '../../server/types';
import { useFeedback } from '../../shared/feedback';
import { newIdempotencyKey } from '../../shared/idempotencyKey';
import { usePath } from '../../shared/links';
import { type AccountForm, accountPath, blankAccount, newAccountBody, newAccountProblems } from './accountForm';
import { useRenamedErrors, useResolver } from './fieldRules';

/** The field that a name which is taken belongs to: a Client or Service of its own is named after the username. */
const taken: Record<string, Path<AccountForm>> = {
  USERNAME_EXISTS: 'username',
  CLIENT_EXISTS: 'username',
  SERVICE_EXISTS: 'username',
};

/** The form of a new user: sent once, however bad the line; then back to the list. */
export function useNewUser() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  const feedback = useFeedback();
  const client = useQueryClient();
  const unsaved = useContext(UnsavedContext);
  const form = useForm<AccountForm>({
    defaultValues: blankAccount,
    mode: 'onTouched',
    resolver: useResolver(newAccountProblems) as never,
  });
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  // The same form keeps its key: what arrived without an answer is not created again.
  const key = useRef({ of: '', is: '' });
  useRenamedErrors(form);

  const discard = useCallback(() => form.reset(blankAccount), [form]);
  useUnsavedForm({ dirty: form.formState.isDirty, discard });

  const fail = (error: unknown) => {
    const field = error instanceof ApiError ? taken[error.code] : undefined;
    if (field && error instanceof ApiError) {
      return form.setError(field, { type: 'server', message: error.message }, { shouldFocus: true });
    }
    const placed = applyServerErrors(form, error, accountPath);
    setProblem(problemOf(error, placed));
  };

  const send = async (values: AccountForm) => {
    setProblem(null);
    const body = newAccountBody(values);
    const text = JSON.stringify(body);
    if (key.current.of !== text) key.current = { of: text, is: newIdempotencyKey() };
    try {
      const { fullName } = await call<Contact>('POST', '/api/v1/contacts', { body, idempotencyKey: key.current.is });
      unsaved.discardAll();
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'contacts' || queryKey[0] === 'organisations',
      });
      feedback.success(translate('users.new.created', { name: fullName }));
      void navigate(path('contacts'));
    } catch (error) {
      fail(error);
    }
  };

  return { form, submit: () => void form.handleSubmit(send)(), problem, dismiss: () => setProblem(null) };
}
