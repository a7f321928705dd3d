import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { isLanguage } from '../../i18n/language';
import { useNotifyError } from '../../server/errorMessage';
import { NetworkError } from '../../server/errors';
import { metaQuery } from '../../server/meta';
import { readSession } from '../../server/session';
import { inLanguage } from './addresses';

/**
 * Goes to the same screen in another language once its words are there, the server's too, so that all of the screen
 * changes at once. Where they do not come it says so, and the screen stays as it is with what is typed on it.
 */
export function useGoToLanguage(): (chosen: string) => Promise<void> {
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return useCallback(
    async (chosen) => {
      if (!isLanguage(chosen)) return;
      const declared = readSession().session && client.prefetchQuery(metaQuery(chosen));
      try {
        await Promise.all([i18nProviderOf(chosen), declared]);
      } catch (cause) {
        notifyError(new NetworkError({ cause }));
        return;
      }
      await navigate({ pathname: inLanguage(chosen, pathname), search, hash }, { replace: true });
    },
    [client, notifyError, navigate, pathname, search, hash],
  );
}
