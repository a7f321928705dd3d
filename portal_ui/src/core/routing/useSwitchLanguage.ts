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
 * Goes to the same screen in another language once its words are there, the server's too, so that all of the screen
 * changes at once. Where they do not come it says so, and the screen stays as it is with what is typed on it. Who has
 * gone to another screen by then, as by a login, stays on that one.
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
