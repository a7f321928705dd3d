/** The list of what waits for the user: roles that may not open it have nothing waiting. */
export const inboxPath = 'action-required';
