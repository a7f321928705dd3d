import ResourceList from '../core/lists/ResourceList';
import { getColumnOverrides } from './columnOverrides';

/** List page of a resource. */
export default function ResourceListPage({ name }: { name: string }) {
  return <ResourceList name={name} extras={getColumnOverrides(name)} />;
}
