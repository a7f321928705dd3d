import DeclaredList from './kernel/list/DeclaredList';
import { extrasOf } from './resources/listExtras';
import { useMeta } from './server/meta';

/** The list of a resource, and what it offers to do next. */
export default function DeclaredListPage({ name }: { name: string }) {
  const next = useMeta().pages.find(({ addsTo }) => addsTo === name);
  return <DeclaredList name={name} next={next && { path: next.path, text: next.label }} extras={extrasOf(name)} />;
}
