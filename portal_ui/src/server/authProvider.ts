import type { AuthProvider } from 'ra-core';
import { call, forgetExpiry } from './http';
import { readSession, roleOf, signOut, startSession } from './session';
import type { Login } from './types';

/** react-admin's view of the session. Routes ask the route table, not this. */
export const authProvider: AuthProvider = {
  async login({ username, password }: { username: string; password: string }) {
    const { identification, token, permissions } = await call<Login>('POST', '/api/v1/contacts/login', {
      body: { username, password },
    });
    forgetExpiry();
    startSession({ identification, token, permissions });
  },
  async logout() {
    if (readSession().session) {
      // Signing out of this browser works without the server; the token then expires by itself.
      await call('PUT', '/api/v1/contacts/logout').catch(() => undefined);
      signOut();
    }
    return false;
  },
  async checkAuth() {
    if (!readSession().session) throw new Error('signed out');
  },
  // http.ts ends the session on a bad token; every other error is the screen's to show.
  async checkError() {},
  async getPermissions() {
    const { session } = readSession();
    return session && roleOf(session);
  },
  async getIdentity() {
    const { session } = readSession();
    return { id: session?.identification ?? '', fullName: session?.identification ?? '' };
  },
};
