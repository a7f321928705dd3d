import type { BrowserContext, Page } from '@playwright/test';

export type User = 'client' | 'service' | 'supervisor' | 'admin' | 'manager';

/** The demo world's users and their roles. */
export const users: Record<User, string> = {
  client: 'CLIENT',
  service: 'SERVICE',
  supervisor: 'SUPERVISOR',
  admin: 'ADMIN',
  manager: 'SUSTAINABILITY_MANAGER',
};

/** The state of a list in the address, as react-admin writes it. */
export function listAddress(route: string, state: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    params.set(key, typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value));
  }
  return `${route}?${params}`;
}

/** What of a list's state stands in the address of the page. */
export function listStateOf(page: Page): Record<string, unknown> {
  const params = new URLSearchParams(routeOf(page).split('?')[1] ?? '');
  const { filter = '{}', displayedFilters: _, ...others } = Object.fromEntries(params);
  return { ...others, filter: JSON.parse(filter) };
}

export const password = 'Portal-demo-1';

export type Session = { identification: string; token: string; permissions: string[] };

const sessions = new Map<User, Session>();

/** A session of the user: one a worker, unless a test is going to end it. */
export async function sessionOf(page: Page, user: User, { fresh = false } = {}): Promise<Session> {
  const known = sessions.get(user);
  if (known && !fresh) return known;
  const answer = await page.request.post('/api/v1/contacts/login', { data: { username: user, password } });
  if (!answer.ok()) throw new Error(`login of ${user}: ${answer.status()} ${await answer.text()}`);
  const { identification, token, permissions } = (await answer.json()) as Session;
  const session = { identification, token, permissions };
  if (!fresh) sessions.set(user, session);
  return session;
}

/** Puts a session into the browser, as a login does. */
export async function putSession(context: BrowserContext, baseURL: string, session: Session): Promise<void> {
  const value = Buffer.from(JSON.stringify(session)).toString('base64url');
  await context.addCookies([
    { name: 'portal_user', value, url: baseURL },
    { name: 'portal_logged_in', value: 'true', url: baseURL },
  ]);
}

/** Signs a user in without the login page. */
export async function signIn(page: Page, user: User, options: { fresh?: boolean } = {}): Promise<Session> {
  const session = await sessionOf(page, user, options);
  await putSession(page.context(), await originOf(page), session);
  return session;
}

async function originOf(page: Page): Promise<string> {
  const answer = await page.request.get('/healthz');
  return new URL(answer.url()).origin;
}

/** The part of the address that the hash router reads. */
export function routeOf(page: Page): string {
  return new URL(page.url()).hash.slice(1);
}

/** Goes to an address of the hash router, with a load of its own when the page is still blank. */
export async function go(page: Page, route: string): Promise<void> {
  await page.goto(`/#${route}`);
}

/** Waits until the browser has noted down what was typed: a reload then loses nothing. */
export async function kept(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => Object.values(localStorage).some((stored: string) => stored.includes(wanted)),
    text,
  );
}
