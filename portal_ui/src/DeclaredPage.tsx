import { lazy, type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { declaredPlace } from './kernel/declared';
import DeclaredList from './kernel/list/DeclaredList';
import { extrasOf } from './resources/extras';
import { formExtrasOf } from './resources/formExtras';
import { useMeta } from './server/meta';

const DeclaredForm = lazy(() => import('./kernel/form/DeclaredForm'));

/** An address that is no page of its own: a list or form that the server declares, or else home. */
export default function DeclaredPage({ home }: { home: ReactNode }) {
  const { resources } = useMeta();
  const { '*': route = '' } = useParams();
  const place = useMemo(() => declaredPlace(resources, route), [resources, route]);
  if (!place) return home;
  const { kind, resource } = place;
  const { name } = resource;
  if (kind === 'list') return <DeclaredList key={name} name={name} extras={extrasOf(name)} />;
  const own = kind === 'edit' ? { id: place.id } : {};
  return <DeclaredForm key={`${name}/${kind}`} {...{ resource, ...own }} extras={formExtrasOf(name)} />;
}
