import { call } from './http';
import type { AddedMethod, Login, LoginStep, OwnTwoFactor } from './types';

type ChangeKey = { key: string };
type Options = { key: string; options: Record<string, unknown> };

const post = <T>(path: string, body: object) => call<T>('POST', `/api/v1/${path}`, { body });

/** API calls for the second step of a login. */
export const loginCalls = {
  withCode: (key: string, code: string) => post<Login>('contacts/login/code', { key, code }),
  passkeyOptions: (key?: string) => post<Options>('contacts/login/passkey/options', key === undefined ? {} : { key }),
  withPasskey: (key: string, credential: string) => post<Login>('contacts/login/passkey', { key, credential }),
};

/**
 * API calls for the user's two-factor authentication. Changes take the key of a pending login or one issued for the
 * password; if a method is active already, it must confirm the key first.
 */
export const twoFactorCalls = {
  own: (signal: AbortSignal) => call<OwnTwoFactor>('GET', '/api/v1/second-factor', { signal }),
  key: (currentPassword: string) => post<ChangeKey | LoginStep>('second-factor/key', { currentPassword }),
  confirmWithCode: (key: string, code: string) => post<ChangeKey>('second-factor/key/code', { key, code }),
  confirmWithPasskey: (key: string, credential: string) =>
    post<ChangeKey>('second-factor/key/passkey', { key, credential }),
  beginCode: (key: string) => post<{ secret: string; picture: string }>('second-factor/code/begin', { key }),
  addCode: (key: string, code: string) => post<AddedMethod>('second-factor/code', { key, code }),
  beginPasskey: (key: string) => post<Options>('second-factor/passkey/begin', { key }),
  addPasskey: (key: string, name: string, credential: string) =>
    post<AddedMethod>('second-factor/passkey', { key, name, credential }),
  renewCodes: (key: string) => post<string[]>('second-factor/recovery-codes', { key }),
  remove: (key: string, passkey: number | null) => post<true>('second-factor/remove', { key, passkey }),
};
