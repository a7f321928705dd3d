import { deviceStorage } from './storage';
import type { Session } from './types';

// Section 3 of the contract requires cookies for the session.
const userCookie = 'portal_user';
const flagCookie = 'portal_logged_in';
/** Storage key written at each login and logout. Other tabs get a `storage` event. */
const sessionEventKey = 'portal_sign';

/** Read both cookies in one access, as each is a call to another browser process. */
function readCookies(): { user: string; flag: string } {
  const pairs = cookies().split('; ');
  const readCookie = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return { user: readCookie(userCookie), flag: readCookie(flagCookie) };
}

function cookies(): string {
  try {
    return document.cookie;
  } catch {
    return ''; // browsers that block cookies may throw
  }
}

function writeCookie(name: string, value: string, extra = ''): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API requires https
    document.cookie = `${name}=${value}; Path=/; SameSite=Strict${secure}${extra}`;
  } catch {
    // startSession detects it by reading the cookie back
  }
}

function encode(session: Session): string {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(value: string): Session | null {
  try {
    const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isSession(found) ? found : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { identification, token, permissions } = value as Partial<Record<keyof Session, unknown>>;
  return (
    typeof identification === 'string' &&
    typeof token === 'string' &&
    token !== '' &&
    Array.isArray(permissions) &&
    typeof permissions[0] === 'string'
  );
}

/** Session; `broken` if the flag is set but the user cookie is missing or invalid. */
export type SessionState = { session: Session | null; broken: boolean };

export function readSession(): SessionState {
  const { user, flag } = readCookies();
  const session = user ? decode(user) : null;
  const flagged = flag === 'true';
  return { session: flagged ? session : null, broken: flagged && !session };
}

/** Return a string that changes with the session, for useSyncExternalStore. */
export function getSessionSnapshot(): string {
  const { user, flag } = readCookies();
  return `${flag} ${user}`;
}

/** Error of a login whose session cannot be stored, as the browser blocks cookies. */
export class CookiesBlockedError extends Error {
  override readonly name = 'CookiesBlockedError';
}

type Listener = () => void;
const listeners = new Set<Listener>();

function notifyListeners(origin: string): void {
  deviceStorage.setItem(sessionEventKey, `${origin} ${Date.now()}`);
  for (const listener of listeners) listener();
}

/** Store the session in cookies. Throws CookiesBlockedError if the browser blocks them. */
export function startSession(session: Session): void {
  writeCookie(userCookie, encode(session));
  writeCookie(flagCookie, 'true');
  if (readSession().session?.token !== session.token) throw new CookiesBlockedError();
  notifyListeners(session.identification);
}

export function clearSession(): void {
  clearCookies();
  notifyListeners('');
}

function clearCookies(): void {
  writeCookie(userCookie, '', '; Max-Age=0');
  writeCookie(flagCookie, '', '; Max-Age=0');
}

/** Value for other tabs in place of a username, which never has a slash. */
const SIGNED_OUT = '/signed-out';

/** Prefix of the storage keys of all drafts on this device. */
export const ANY_DRAFT_PREFIX = 'portal_draft:';
export const buildDraftPrefix = (identification: string): string => `${ANY_DRAFT_PREFIX}${identification}:`;

/** Clear the session and delete the user's drafts. (An expired session keeps them.) */
export function clearSessionOnLogout(): void {
  const prefix = buildDraftPrefix(readSession().session?.identification ?? '');
  for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.removeItem(key);
  clearCookies();
  notifyListeners(SIGNED_OUT);
}

/** Return whether the last session event on this device is a logout. */
export const hasSignedOut = (): boolean =>
  deviceStorage.getItem(sessionEventKey)?.startsWith(`${SIGNED_OUT} `) === true;

/** Subscribe to session changes in all tabs; return the unsubscribe function. */
export function onSessionChange(listener: Listener): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key !== sessionEventKey) return;
    listener();
    // Changed cookies may reach this tab later than the `storage` event.
    for (const wait of [200, 2_000]) setTimeout(listener, wait);
  };
  listeners.add(listener);
  window.addEventListener('storage', handleStorage);
  // `visibilitychange` also fires on unload, when the next page handles the change.
  const handleVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('focus', handleVisible);
  document.addEventListener('visibilitychange', handleVisible);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', handleStorage);
    window.removeEventListener('focus', handleVisible);
    document.removeEventListener('visibilitychange', handleVisible);
  };
}
