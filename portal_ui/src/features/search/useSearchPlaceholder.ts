import { useTranslate } from 'ra-core';
import { getRole } from '../../api/session';
import { useSession } from '../../api/useSession';

/** Return the placeholder of the search; users of a client have no other clients. */
export function useSearchPlaceholder(): string {
  const translate = useTranslate();
  const { session } = useSession();
  const isClient = session !== null && session !== undefined && getRole(session) === 'CLIENT';
  return translate(isClient ? 'search.placeholderOfClient' : 'search.placeholder');
}
