import { useNotify, useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { ApiError, NetworkError, UnreadableResponseError } from '../../api/errors';
import { CookiesBlockedError } from '../../api/session';
import { isChunkError, OutdatedPageError } from './chunkErrors';

/** Return the translation key of an error, defined in locale/…/errors.json. */
export function getErrorKey(error: unknown): string {
  if (error instanceof CookiesBlockedError) return 'errors.cookies';
  if (error instanceof OutdatedPageError) return 'errors.outdated';
  if (error instanceof UnreadableResponseError) return 'errors.unreadable';
  if (error instanceof NetworkError || isChunkError(error)) return 'errors.network';
  if (!(error instanceof ApiError)) return 'errors.browser';
  if (error.endsSession) return 'errors.sessionExpired';
  if (error.status === 503) return 'errors.unavailable';
  if (error.status >= 500) return 'errors.server';
  const known: Record<number, string> = {
    400: 'errors.badRequest',
    401: 'errors.forbidden',
    403: 'errors.forbidden',
    404: 'errors.notFound',
    405: 'errors.method',
    409: 'errors.conflict',
    413: 'errors.tooLarge',
    415: 'errors.unsupportedFile',
    429: 'errors.tooMany',
  };
  return known[error.status] ?? 'errors.refused';
}

/** Return a formatter of errors: the message of the server, else a translation. */
export function useErrorMessage(): (error: unknown) => string {
  const translate = useTranslate();
  return useCallback(
    (error) => {
      const message = (error instanceof ApiError && error.message) || translate(getErrorKey(error));
      const id = error instanceof ApiError ? error.requestId : undefined;
      return id ? translate('errors.withReference', { words: message, id }) : message;
    },
    [translate],
  );
}

/** Return the distinct field errors, for errors shown without a form. */
const getReasons = (error: unknown): string =>
  error instanceof ApiError ? [...new Set(Object.values(error.fields).flat())].join(' ') : '';

/**
 * Return a callback that shows an error in the snackbar, field errors as text. Aborted requests are ignored,
 * and an expired session is shown on the login page.
 */
export function useNotifyError(): (error: unknown) => void {
  const message = useErrorMessage();
  const notify = useNotify();
  return useCallback(
    (error) => {
      if (error instanceof ApiError && error.endsSession) return;
      if (error instanceof DOMException && error.name === 'AbortError') return;
      const text = getReasons(error) || message(error);
      notify(text, { type: 'error', messageArgs: { _: text } });
    },
    [message, notify],
  );
}
