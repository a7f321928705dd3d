// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://portal.test/" }
import { expect, it, vi } from 'vitest';
import { clearSession, readSession, startSession } from './session';
import type { Session } from './types';

const session: Session = { identification: 'ana', token: 't', permissions: ['CLIENT'] };

it('is sent over https only, if the portal is opened with it', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  startSession(session);
  expect(readSession().session).toEqual(session);
  clearSession();
  expect(readSession()).toEqual({ session: null, broken: false });
  expect(written.mock.calls.map(([cookie]) => cookie.replace(/^portal_user=[^;]+/, 'portal_user=…'))).toEqual([
    'portal_user=…; Path=/; SameSite=Strict; Secure',
    'portal_logged_in=true; Path=/; SameSite=Strict; Secure',
    'portal_user=; Path=/; SameSite=Strict; Secure; Max-Age=0',
    'portal_logged_in=; Path=/; SameSite=Strict; Secure; Max-Age=0',
  ]);
  written.mockRestore();
});
