import type { ReactNode } from 'react';
import { RouterLink, usePath } from '../../shared/links';

/** Another tab, which knows nothing of this one. */
export const inNewTab = { target: '_blank', rel: 'noopener' } as const;

type RowLink = { to: string | null; newTab: boolean; children: ReactNode };

/** What has something to say on hover lies above the row's link, so it is a link itself (not another stop of Tab). */
export function OverLink({ to, newTab, children }: RowLink) {
  const path = usePath();
  if (to === null) return children;
  return (
    <RouterLink className="over" tabIndex={-1} to={path(to)} {...(newTab && inNewTab)}>
      {children}
    </RouterLink>
  );
}

/** The row's name, the link to its record. */
export function NameLink({ to, newTab, children }: RowLink) {
  const path = usePath();
  if (to === null) return <strong>{children}</strong>;
  return (
    <RouterLink className="whole" to={path(to)} {...(newTab && inNewTab)}>
      {children}
    </RouterLink>
  );
}
