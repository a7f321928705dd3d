// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { CoreAdminContext, useNotificationContext } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../api/errors';
import { useNotifyError } from './errorMessage';

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
