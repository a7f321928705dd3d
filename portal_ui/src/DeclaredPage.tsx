import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { declaredPlace } from './kernel/declared';
import DeclaredList from './kernel/list/DeclaredList';
import { extrasOf } from './resources/extras';
import { useMeta } from './server/meta';

/** An address that is no page of its own: a list or form that the server declares, or else home. */
export default function DeclaredPage({ home }: { home: ReactNode }) {
  const { resources } = useMeta();
  const { '*': route = '' } = useParams();
  const place = useMemo(() => declaredPlace(resources, route), [resources, route]);
  if (place?.kind !== 'list') return home;
  const { name } = place.resource;
  return <DeclaredList key={name} name={name} extras={extrasOf(name)} />;
}
