import { useParams } from 'react-router';
import DeclaredForm from './kernel/form/DeclaredFormPage';
import { GoHome } from './kernel/routing/Redirect';
import { parseRecordId } from './kernel/routing/recordId';
import { formExtrasOf } from './resources/formExtras';
import { useResourceMeta } from './server/meta';

type Props = { name: string };

/** The form of a new record. */
export function CreatePage({ name }: Props) {
  const resource = useResourceMeta(name);
  return resource ? <DeclaredForm resource={resource} extras={formExtrasOf(name)} /> : <GoHome />;
}

/** The form of the record that the address names; an id is a number, anything else is no address. */
export function EditPage({ name }: Props) {
  const resource = useResourceMeta(name);
  const id = parseRecordId(useParams().id);
  if (!resource || id === null) return <GoHome />;
  return <DeclaredForm resource={resource} id={id} extras={formExtrasOf(name)} />;
}
