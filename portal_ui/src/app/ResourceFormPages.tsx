import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useResourceMeta } from '../api/meta';
import type { ResourceMeta } from '../api/types';
import type { FormExtras } from '../core/forms/resource/ResourceForm';
import DeclaredForm from '../core/forms/resource/ResourceFormPage';
import { parseRecordId } from '../core/routing/parseRecordId';
import { RedirectHome } from '../core/routing/Redirect';
import { LazyDialog } from '../core/ui/LazyDialog';
import { getUserInputs } from '../features/users/userInputs';

const loadPredefinedServicesDialog = () => import('../features/parts/PredefinedServicesDialog');

/** Button to open the dialog with the predefined services of a part. */
function PredefinedServicesButton(props: { partId: number; name: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{translate('parts.services.button')}</Button>
      {open && <LazyDialog load={loadPredefinedServicesDialog} {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const extrasByForm: Record<string, FormExtras> = {
  parts: {
    actions: (part) => <PredefinedServicesButton partId={part.id} name={`${part.manufacturer} ${part.model}`} />,
    // The page of the new part has its predefined services.
    opensNew: true,
  },
  contacts: {
    inputs: getUserInputs('contacts'),
    // Without a password, the server sends an invitation to set one.
    createdMessage: ({ password }) => (password ? 'form.saved' : 'users.invited'),
  },
};

/** Return additions to a form beyond its declared fields. */
const getFormExtras = (name: string): FormExtras => extrasByForm[name] ?? {};

type Props = { name: string };

/** Form page of a new record. */
export function CreatePage({ name }: Props) {
  const resource = useResourceMeta(name);
  return resource ? <DeclaredForm resource={resource} extras={getFormExtras(name)} /> : <RedirectHome />;
}

/** Resources with section headings that only fit their card on the page of a user. */
const userCards = new Set(['clients', 'services']);

/** Return a resource without the section headings of its form. */
function withoutSections(resource: ResourceMeta): ResourceMeta {
  const { form } = resource;
  if (!form || !userCards.has(resource.name)) return resource;
  return {
    ...resource,
    form: { ...form, sections: [], fields: form.fields.map((each) => ({ ...each, section: null })) },
  };
}

/** Form page of the record in the address; an id that is no number redirects home. */
export function EditPage({ name }: Props) {
  const resource = useResourceMeta(name);
  const id = parseRecordId(useParams().id);
  const declared = useMemo(() => resource && withoutSections(resource), [resource]);
  if (!declared || id === null) return <RedirectHome />;
  return <DeclaredForm resource={declared} id={id} extras={getFormExtras(name)} />;
}
