import { useTranslate } from 'ra-core';
import { useMeta } from '../../api/meta';

/** Return the placeholder of the search; users of a client have no other clients. */
export function useSearchPlaceholder(): string {
  const translate = useTranslate();
  return translate(useMeta().role === 'CLIENT' ? 'search.placeholderOfClient' : 'search.placeholder');
}
