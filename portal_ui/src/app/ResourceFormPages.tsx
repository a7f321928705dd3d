import { useParams } from 'react-router';
import { useResourceMeta } from '../api/meta';
import DeclaredForm from '../core/forms/resource/ResourceFormPage';
import { parseRecordId } from '../core/routing/parseRecordId';
import { RedirectHome } from '../core/routing/Redirect';
import { getFormExtras } from './formExtras';

type Props = { name: string };

/** The form of a new record. */
export function CreatePage({ name }: Props) {
  const resource = useResourceMeta(name);
  return resource ? <DeclaredForm resource={resource} extras={getFormExtras(name)} /> : <RedirectHome />;
}

/** The form of the record that the address names; an id is a number, anything else is no address. */
export function EditPage({ name }: Props) {
  const resource = useResourceMeta(name);
  const id = parseRecordId(useParams().id);
  if (!resource || id === null) return <RedirectHome />;
  return <DeclaredForm resource={resource} id={id} extras={getFormExtras(name)} />;
}
