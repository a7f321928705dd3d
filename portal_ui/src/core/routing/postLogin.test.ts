import { expect, it } from 'vitest';
import { clearLoginAttempt, isJustLoggedIn, isLoginAttempted, justLoggedIn, markLoginAttempted } from './postLogin';

it('knows the first page after a login by its router state', () => {
  expect(isJustLoggedIn(justLoggedIn)).toBe(true);
  for (const state of [null, undefined, 'undecided', {}]) expect(isJustLoggedIn(state)).toBe(false);
});

it('knows whether the login happens in this tab, until the first page', () => {
  expect(isLoginAttempted()).toBe(false);
  markLoginAttempted();
  expect(isLoginAttempted()).toBe(true);
  clearLoginAttempt();
  expect(isLoginAttempted()).toBe(false);
});
