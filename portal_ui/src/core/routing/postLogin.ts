/** Router state of the first page after a login without a requested page. */
export const justLoggedIn = { undecided: true };

export function isJustLoggedIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'undecided' in state;
}

// Not component state: a new user remounts the portal, and a late chunk remounts the login page.
let loginAttempted = false;

/** Return whether the login happens in this tab. */
export const isLoginAttempted = () => loginAttempted;

export function markLoginAttempted(): void {
  loginAttempted = true;
}

/** Clear it after a failed login and on the first page, as another tab may log in. */
export function clearLoginAttempt(): void {
  loginAttempted = false;
}
