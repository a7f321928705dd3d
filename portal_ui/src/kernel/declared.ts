import type { ResourceMeta } from '../server/types';

/** What an address shows that only the server's declarations know. */
export type DeclaredPlace =
  | { kind: 'list'; resource: ResourceMeta }
  | { kind: 'create'; resource: ResourceMeta }
  | { kind: 'edit'; resource: ResourceMeta; id: number };

const largest = Number.MAX_SAFE_INTEGER;

/** The id in a route of a template ("edit/part/{id}"), or null. */
function idIn(route: string, template: string): number | null {
  const [before = '', after, ...more] = template.split('{id}');
  if (after === undefined || more.length > 0) return null;
  if (!route.startsWith(before) || !route.endsWith(after)) return null;
  const text = route.slice(before.length, route.length - after.length);
  return /^[1-9]\d*$/.test(text) && Number(text) <= largest ? Number(text) : null;
}

/** The list or form that a route names; null where no declaration does. */
export function declaredPlace(resources: readonly ResourceMeta[], route: string): DeclaredPlace | null {
  for (const resource of resources) {
    if (resource.path !== '' && resource.path === route) return { kind: 'list', resource };
    if (!resource.form) continue;
    if (resource.create === route) return { kind: 'create', resource };
    for (const template of Object.values(resource.record)) {
      const id = idIn(route, template);
      if (id !== null) return { kind: 'edit', resource, id };
    }
  }
  return null;
}
