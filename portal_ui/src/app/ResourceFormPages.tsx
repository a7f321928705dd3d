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

/** Opens the choice of what a part supports. */
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
    // Its predefined services are chosen there.
    opensNew: true,
  },
  contacts: { inputs: getUserInputs('contacts'), alwaysEnableSave: true },
};

/** Additions to a form that its fields do not declare. */
const getFormExtras = (name: string): FormExtras => extrasByForm[name] ?? {};

type Props = { name: string };

/** The form of a new record. */
export function CreatePage({ name }: Props) {
  const resource = useResourceMeta(name);
  return resource ? <DeclaredForm resource={resource} extras={getFormExtras(name)} /> : <RedirectHome />;
}

/** Cards of a user's page that have a page of their own, where a heading about "this user" would be wrong. */
const userCards = new Set(['clients', 'services']);

/** A declared form without the headings of its sections. */
function withoutSections(resource: ResourceMeta): ResourceMeta {
  const { form } = resource;
  if (!form || !userCards.has(resource.name)) return resource;
  return {
    ...resource,
    form: { ...form, sections: [], fields: form.fields.map((each) => ({ ...each, section: null })) },
  };
}

/** The form of the record that the address names; an id is a number, anything else is no address. */
export function EditPage({ name }: Props) {
  const resource = useResourceMeta(name);
  const id = parseRecordId(useParams().id);
  const declared = useMemo(() => resource && withoutSections(resource), [resource]);
  if (!declared || id === null) return <RedirectHome />;
  return <DeclaredForm resource={declared} id={id} extras={getFormExtras(name)} />;
}
