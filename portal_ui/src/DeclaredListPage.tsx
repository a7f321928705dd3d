import DeclaredList from './kernel/list/DeclaredList';
import { extrasOf } from './resources/listExtras';

/** The list of a resource. */
export default function DeclaredListPage({ name }: { name: string }) {
  return <DeclaredList name={name} extras={extrasOf(name)} />;
}
