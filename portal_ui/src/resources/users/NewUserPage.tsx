import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { DeclaredForm } from '../../kernel/form/DeclaredForm';
import type { DeclaredRecord } from '../../kernel/form/formValues';
import { useResourceMeta } from '../../server/meta';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { inputsOf } from './inputs';

/** An administrator creates a user. */
export default function NewUserPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const path = usePath();
  const resource = useResourceMeta('contacts');
  if (!resource) return null;
  const created = ({ fullName }: DeclaredRecord) => {
    notify('users.created', { type: 'success', messageArgs: { name: fullName } });
    void navigate(path(resource.path));
  };
  return (
    <>
      <PageHeader
        title={resource.titles?.add ?? resource.title}
        actions={
          <Button component={RouterLink} to={path(resource.path)}>
            {translate('users.back')}
          </Button>
        }
      />
      <DeclaredForm resource={resource} inputs={inputsOf(resource.name)} onSaved={created} alwaysEnableSave />
    </>
  );
}
