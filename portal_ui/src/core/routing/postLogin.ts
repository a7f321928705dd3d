/** What the address of the first screen after a login carries: nothing called for that screen, so what next? */
export const undecided = { undecided: true };

export function arrivesUndecided(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'undecided' in state;
}

// Not a component's own: the portal begins anew with each user, and the login page once more where code comes late.
let tried = false;

/** Whether somebody logs in here, rather than having been signed in already. */
export const logsInHere = () => tried;

export function rememberTry(): void {
  tried = true;
}

/** Where it came to nothing, and once the first screen is there: another tab may log in, or has. */
export function forgetTry(): void {
  tried = false;
}
