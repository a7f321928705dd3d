import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { metaQuery } from '../../api/meta';
import { readSession } from '../../api/session';
import { getI18nProvider } from '../i18n/i18nProvider';
import { isLanguage, storeLanguage } from '../i18n/language';
import { useNotifyError } from '../ui/errorMessage';
import { switchUrlLanguage } from './urls';
import { useDataRouter } from './useDataRouter';

/**
 * Return a function that switches the page's language. It first loads messages and meta, so that the page changes in
 * one render; on an error it notifies and keeps the page with its input. If the user has opened another page by then,
 * e.g. by a login, that page is switched.
 */
export function useSwitchLanguage(): (chosen: string) => Promise<void> {
  const client = useQueryClient();
  const notifyError = useNotifyError();
  // The location of useLocation is out of date once the messages have loaded, and its component may be unmounted.
  const router = useDataRouter();
  return useCallback(
    async (chosen) => {
      if (!isLanguage(chosen) || !router) return;
      const declared = readSession().session && client.prefetchQuery(metaQuery(chosen));
      try {
        await Promise.all([getI18nProvider(chosen), declared]);
      } catch (error) {
        notifyError(error);
        return;
      }
      storeLanguage(chosen);
      const { pathname, search, hash, state } = router.state.location;
      await router.navigate({ pathname: switchUrlLanguage(chosen, pathname), search, hash }, { replace: true, state });
    },
    [client, notifyError, router],
  );
}
