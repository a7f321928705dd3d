import { lazy, type ReactNode, Suspense } from 'react';
import { admits } from './kernel/routing';
import { type NavEntry, Shell } from './kernel/shell/Shell';
import { icons } from './resources/icons';
import { inboxPath, routeOf, routes } from './routes';
import type { Role } from './server/types';

const SuggestOptions = lazy(() => import('./pages/SuggestOptions'));

/** The signed-in layout, with the navigation that the role's routes make. */
export default function PortalShell({ role, children }: { role: Role; children: ReactNode }) {
  const nav = routes.flatMap<NavEntry>(({ path, roles, list, nav }) =>
    nav && admits(roles, role) ? [{ path, list, ...nav }] : [],
  );
  const inbox = routeOf(inboxPath);
  return (
    <Shell nav={nav} icons={icons} inbox={inbox && admits(inbox.roles, role) ? inboxPath : null}>
      {children}
      {role === 'CLIENT' && (
        <Suspense fallback={null}>
          <SuggestOptions />
        </Suspense>
      )}
    </Shell>
  );
}
