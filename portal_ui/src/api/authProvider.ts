import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'ra-core';
import { getCurrentLanguage } from '../core/i18n/language';
import { call, clearSessionExpiry } from './http';
import { formatFullName, metaQuery } from './meta';
import { clearSessionOnLogout, readSession, startSession } from './session';
import type { Login, LoginStep } from './types';

type Credentials = { username: string; password: string };

/** Log in; return the second step if two-factor authentication is required. */
export async function login({ username, password }: Credentials): Promise<LoginStep | null> {
  const response = await call<Login | LoginStep>('POST', '/api/v1/contacts/login', { body: { username, password } });
  if ('step' in response) return response;
  startLogin(response);
  return null;
}

/** Store the session of a completed login. */
export function startLogin({ identification, token, permissions }: Login): void {
  clearSessionExpiry();
  startSession({ identification, token, permissions });
}

/** Log out. The layout then redirects to the login page, as when another tab logs out. */
export async function logout(): Promise<false> {
  if (readSession().session) {
    // Logging out must work offline; the token then expires on the server.
    await call('PUT', '/api/v1/contacts/logout').catch(() => undefined);
    clearSessionOnLogout();
  }
  return false;
}

/** Create the authProvider; access is checked against the server's meta. */
export function createAuthProvider(client: QueryClient): AuthProvider {
  const fetchMeta = () => client.ensureQueryData(metaQuery(getCurrentLanguage()));
  return {
    login,
    logout,
    async checkAuth() {
      if (!readSession().session) throw new Error('signed out');
    },
    // http.ts ends the session on an invalid token; pages show all other errors.
    async checkError() {},
    async getIdentity() {
      const { user } = await fetchMeta();
      return { id: user.username, fullName: formatFullName(user) };
    },
    async canAccess({ resource, action }) {
      const declared = (await fetchMeta()).resources.find(({ name }) => name === resource);
      if (!declared) return false;
      if (action === 'create') return declared.create !== null;
      if (action === 'delete') return declared.form?.delete === true;
      return action === 'edit' ? declared.form !== null : true;
    },
  };
}
