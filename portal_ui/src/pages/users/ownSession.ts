import { login } from '../../server/authProvider';
import { expireSession, renewSession } from '../../server/http';
import { readSession, startSession } from '../../server/session';
import type { Contact } from '../../server/types';

/**
 * Saves a new password of the own account and signs in with it: the server ends every session at that, this one too.
 * Where the sign-in fails the login page says why it is shown.
 */
export function withOwnPassword(save: () => Promise<Contact>, password: string): Promise<Contact> {
  return renewSession(async () => {
    const saved = await save();
    try {
      await login({ username: saved.username, password });
    } catch {
      expireSession('users.password.signInAgain');
    }
    return saved;
  });
}

/** Keeps the session under the new username; its token stays good. */
export function renameSession(username: string): void {
  const { session } = readSession();
  if (session && session.identification !== username) startSession({ ...session, identification: username });
}
