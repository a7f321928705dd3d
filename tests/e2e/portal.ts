import type { BrowserContext, Page } from '@playwright/test';

export type User = 'client' | 'service' | 'supervisor' | 'admin' | 'manager';

/** Usernames of the demo data and their roles. */
export const users: Record<User, string> = {
  client: 'CLIENT',
  service: 'SERVICE',
  supervisor: 'SUPERVISOR',
  admin: 'ADMIN',
  manager: 'SUSTAINABILITY_MANAGER',
};

/** Return the URL of a list with its state in the query, as react-admin writes it. */
export function buildListUrl(route: string, state: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    params.set(key, typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value));
  }
  return `${route}?${params}`;
}

/** Return the list state in the URL of the page. */
export function getListState(page: Page): Record<string, unknown> {
  const params = new URLSearchParams(getRoute(page).split('?')[1] ?? '');
  const { filter = '{}', displayedFilters: _, ...others } = Object.fromEntries(params);
  return { ...others, filter: JSON.parse(filter) };
}

export const password = 'Portal-demo-1';

/** Origin of the running portal. Benchmarks, which have no Playwright project, need it too. */
const { origin } = new URL(process.env.PORTAL_URL ?? 'http://127.0.0.1:8000');

export type Session = { identification: string; token: string; permissions: string[] };

const sessions = new Map<User, Session>();

/** Return the session of a user, which the tests of a worker share. A `fresh` one may be ended. */
export async function getSession(page: Page, user: User, { fresh = false } = {}): Promise<Session> {
  const known = sessions.get(user);
  if (known && !fresh) return known;
  const response = await page.request.post('/api/v1/contacts/login', { data: { username: user, password } });
  if (!response.ok()) throw new Error(`login of ${user}: ${response.status()} ${await response.text()}`);
  const { identification, token, permissions } = (await response.json()) as Session;
  const session = { identification, token, permissions };
  if (!fresh) sessions.set(user, session);
  return session;
}

/** Store a session in cookies, as the login does. */
export async function storeSession(context: BrowserContext, baseURL: string, session: Session): Promise<void> {
  const value = Buffer.from(JSON.stringify(session)).toString('base64url');
  await context.addCookies([
    { name: 'portal_user', value, url: baseURL },
    { name: 'portal_logged_in', value: 'true', url: baseURL },
  ]);
}

/** Sign a user in without the login page. */
export async function signIn(page: Page, user: User, options: { fresh?: boolean } = {}): Promise<Session> {
  const session = await getSession(page, user, options);
  await storeSession(page.context(), origin, session);
  return session;
}

/** Return the part of the URL that the hash router reads. */
export function getRoute(page: Page): string {
  return new URL(page.url()).hash.slice(1);
}

/** Open a route of the hash router. Only a blank page is loaded, others just navigate. */
export async function go(page: Page, route: string): Promise<void> {
  await page.goto(`/#${route}`);
}

/** Wait until a text is stored in a draft in localStorage, which a reload restores. */
export async function waitForDraft(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (expected) => Object.values(localStorage).some((stored: string) => stored.includes(expected)),
    text,
  );
}
