// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { CoreAdminContext, TestTranslationProvider, useNotificationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ApiError, NetworkError, UnreadableResponseError } from '../../api/errors';
import { CookiesBlockedError } from '../../api/session';
import { OutdatedPageError } from './chunkErrors';
import { getErrorKey, useErrorMessage, useNotifyError } from './errorMessage';

afterEach(cleanup);

it('ignores aborted requests and the end of the session, which the login page shows', () => {
  const { result } = renderHook(
    () => ({ notifyError: useNotifyError(), notifications: useNotificationContext().notifications }),
    {
      wrapper: CoreAdminContext,
    },
  );
  const ignoredErrors = [
    new ApiError(401, { code: 'TOKEN_EXPIRED' }),
    new ApiError(401, { code: 'TOKEN_INVALID' }),
    new DOMException('', 'AbortError'),
  ];
  act(() => {
    for (const error of ignoredErrors) result.current.notifyError(error);
  });
  expect(result.current.notifications).toEqual([]);
});

it('shows the message of the server, and a translation for a network error', () => {
  const { result } = renderHook(
    () => ({ notifyError: useNotifyError(), notifications: useNotificationContext().notifications }),
    {
      wrapper: CoreAdminContext,
    },
  );
  act(() => {
    result.current.notifyError(new ApiError(403, { code: 'FORBIDDEN', message: 'Not yours' }));
    // Without a form, the field errors are shown instead of the request to correct them.
    const fields = { state: ['The link is forgotten.'], again: ['The link is forgotten.'] };
    result.current.notifyError(new ApiError(400, { code: 'VALIDATION', message: 'Correct the marked fields', fields }));
    result.current.notifyError(new NetworkError());
  });
  expect(result.current.notifications.map(({ message, type }) => [message, type])).toEqual([
    ['Not yours', 'error'],
    ['The link is forgotten.', 'error'],
    ['errors.network', 'error'],
  ]);
});

it.each([
  [new CookiesBlockedError(), 'errors.cookies'],
  [new OutdatedPageError(), 'errors.outdated'],
  [new UnreadableResponseError(), 'errors.unreadable'],
  ['thrown text', 'errors.browser'],
  [new ApiError(401, { code: 'TOKEN_INVALID' }), 'errors.sessionExpired'],
])('has a message for %s', (error, key) => {
  expect(getErrorKey(error)).toBe(key);
});

it('adds the reference of the request that support asks for', () => {
  const { result } = renderHook(useErrorMessage, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <TestTranslationProvider translate={(key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`}>
        {children}
      </TestTranslationProvider>
    ),
  });
  expect(result.current(new ApiError(500, { requestId: 'r1', message: 'Broken' }))).toBe(
    'errors.withReference {"words":"Broken","id":"r1"}',
  );
  expect(result.current(new ApiError(500))).toBe('errors.server {}');
});
