/** What the address of the first screen after a login carries: nothing called for that screen, so what next? */
export const justLoggedIn = { undecided: true };

export function isJustLoggedIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'undecided' in state;
}

// Not a component's own: the portal begins anew with each user, and the login page once more where code comes late.
let loginAttempted = false;

/** Whether somebody logs in here, rather than having been signed in already. */
export const isLoggingInHere = () => loginAttempted;

export function markLoginAttempted(): void {
  loginAttempted = true;
}

/** Where it came to nothing, and once the first screen is there: another tab may log in, or has. */
export function clearLoginAttempt(): void {
  loginAttempted = false;
}
