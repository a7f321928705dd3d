import { useParams } from 'react-router';
import DeclaredForm from './kernel/form/DeclaredFormPage';
import { GoHome } from './kernel/routing/Redirect';
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
  const { id = '' } = useParams();
  if (!resource || !/^[1-9]\d*$/.test(id) || !Number.isSafeInteger(Number(id))) return <GoHome />;
  return <DeclaredForm resource={resource} id={Number(id)} extras={formExtrasOf(name)} />;
}
