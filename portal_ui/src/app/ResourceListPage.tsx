import DeclaredList from '../core/lists/ResourceList';
import { extrasOf } from './columnOverrides';

/** The list of a resource. */
export default function DeclaredListPage({ name }: { name: string }) {
  return <DeclaredList name={name} extras={extrasOf(name)} />;
}
