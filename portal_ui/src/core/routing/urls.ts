import { isLanguage, type Language } from '../i18n/language';

/** Resource whose list is the home page. */
export const HOME_LIST = 'active-repairs';

/** Parts of an address that redirects depend on. */
export type UrlParts = { pathname: string; search: string };

export function buildHomeUrl(language: Language, signedIn: boolean): string {
  return `/${language}/${signedIn ? HOME_LIST : 'login'}`;
}

/**
 * Return the URL of the login page. It has a return address (redirect_to) for links with utm_source, as in emails, and
 * after an expired session.
 */
export function buildLoginUrl(language: Language, from: UrlParts, sessionExpired = false): string {
  const query = new URLSearchParams(from.search);
  const source = query.get('utm_source');
  const login = buildHomeUrl(language, false);
  if ((source === null && !sessionExpired) || !isLocalUrl(from.pathname)) return login;
  query.delete('utm_source');
  const remainingQuery = query.toString();
  const loginQuery = new URLSearchParams();
  if (source !== null) loginQuery.set('utm_source', source);
  loginQuery.set('redirect_to', from.pathname + (remainingQuery && `?${remainingQuery}`));
  return `${login}?${loginQuery}`;
}

/** Hash of the full-screen dialog that offers the request types after a login. */
export const QUICK_START_HASH = '#suggest-options';

/** Return the URL after a login: redirect_to in the current language, or home. */
export function getPostLoginRedirect(language: Language, search: string): string {
  const redirectTo = new URLSearchParams(search).get('redirect_to');
  return redirectTo !== null && isLocalUrl(redirectTo)
    ? switchUrlLanguage(language, redirectTo)
    : buildHomeUrl(language, true);
}

/** Return whether a URL is local, against open redirects ("//host"). */
function isLocalUrl(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  return pathname.startsWith('/') && !/[\\\p{Cc}]|\/\//u.test(pathname);
}

/** Replace the language of a URL. */
export function switchUrlLanguage(language: Language, path: string): string {
  const [, first = '', rest = ''] = /^\/([^/?#]*)(.*)$/s.exec(path) ?? [];
  return isLanguage(first) ? `/${language}${rest}` : path;
}

/** Return the hash with the outer utm_source; mail programs add it before the '#'. */
export function moveUtmIntoHash(outerSearch: string, hash: string): string | null {
  const source = new URLSearchParams(outerSearch).get('utm_source');
  if (source === null) return null;
  const inner = hash.startsWith('#/') ? hash : '#/';
  return `${inner}${inner.includes('?') ? '&' : '?'}utm_source=${encodeURIComponent(source)}`;
}

/**
 * Remove the values of react-admin's forms; null if there are none.
 * A link must not fill in decisions or passwords.
 */
export function removeFormValues(search: string): string | null {
  const query = new URLSearchParams(search);
  if (!query.has('source')) return null;
  query.delete('source');
  const remaining = query.toString();
  return remaining && `?${remaining}`;
}

/** Convert an address of the server ("edit/part/{id}") to a route pattern. */
export function toRoutePattern(address: string): string {
  return address.replace(/\{(\w+)\}/g, ':$1');
}
