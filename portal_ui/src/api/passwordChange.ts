import { login } from './authProvider';
import { markSessionExpired, renewSession } from './http';
import { readSession, startSession } from './session';

/** Save the own new password and log in with it, as the server ends all sessions. */
export function keepSessionOnPasswordChange<T>(
  save: () => Promise<T>,
  usernameOf: (saved: T) => string,
  password: string,
) {
  return renewSession(async () => {
    const saved = await save();
    try {
      const step = await login({ username: usernameOf(saved), password });
      if (step) markSessionExpired('users.password.signInAgain');
    } catch {
      markSessionExpired('users.password.signInAgain');
    }
    return saved;
  });
}

/** Store the session under a new username; its token remains valid. */
export function renameSession(username: string): void {
  const { session } = readSession();
  if (session && session.identification !== username) startSession({ ...session, identification: username });
}
