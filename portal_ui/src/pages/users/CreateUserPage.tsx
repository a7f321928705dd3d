import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { ProblemAlert } from '../../kernel/saving/ProblemAlert';
import { UnsavedBoundary } from '../../kernel/saving/UnsavedBoundary';
import { onSubmitShortcut } from '../../kernel/saving/useSubmitShortcut';
import { useResourceMeta } from '../../server/meta';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { AccountFields } from './AccountFields';
import type { AccountForm } from './accountForm';
import { CardFrame } from './CardFrame';
import { useNewUser } from './useNewUser';

/** An administrator creates a user. */
export default function CreateUserPage() {
  const titles = useResourceMeta('contacts')?.titles;
  return (
    <UnsavedBoundary>
      <PageHeader title={titles?.add ?? ''} />
      <NewUser />
    </UnsavedBoundary>
  );
}

function NewUser() {
  const translate = useTranslate();
  const path = usePath();
  const { form, submit, problem, dismiss } = useNewUser();
  const role = useWatch<AccountForm, 'role'>({ control: form.control, name: 'role' });

  // What was chosen for one role means nothing for another.
  useEffect(() => {
    if (role === '') return;
    form.resetField('organisation');
    form.resetField('service');
  }, [role, form]);

  return (
    <CardFrame title={translate('users.account.title')} hint={translate('users.new.hint')}>
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onKeyDown={onSubmitShortcut(submit)}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          sx={{ display: 'grid', gap: 3 }}
        >
          <AccountFields moment="create" />
          {problem && <ProblemAlert problem={problem} onClose={dismiss} />}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
            <Button component={RouterLink} to={path('contacts')} variant="text">
              {translate('shared.cancel')}
            </Button>
            <Button type="submit" variant="contained" color="primary" loading={form.formState.isSubmitting}>
              {translate('users.new.create')}
            </Button>
          </Box>
        </Box>
      </FormProvider>
    </CardFrame>
  );
}
