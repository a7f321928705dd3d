import { HOME_LIST } from '../../api/initialRequests';
import { isLanguage, type Language } from '../i18n/language';

/** What of an address the rules look at. */
export type UrlParts = { pathname: string; search: string };

export function buildHomeUrl(language: Language, signedIn: boolean): string {
  return `/${language}/${signedIn ? HOME_LIST : 'login'}`;
}

/**
 * Where somebody who is not signed in goes. The way back (redirect_to) is kept for links that carry
 * utm_source, as those in mails do, and for a session that has expired.
 */
export function buildLoginUrl(language: Language, from: UrlParts, sessionExpired = false): string {
  const query = new URLSearchParams(from.search);
  const source = query.get('utm_source');
  const login = buildHomeUrl(language, false);
  if ((source === null && !sessionExpired) || !isLocalUrl(from.pathname)) return login;
  query.delete('utm_source');
  const rest = query.toString();
  const kept = new URLSearchParams();
  if (source !== null) kept.set('utm_source', source);
  kept.set('redirect_to', from.pathname + (rest && `?${rest}`));
  return `${login}?${kept}`;
}

/** Names the full-screen dialog that those who may request something get after login. */
export const QUICK_START_HASH = '#suggest-options';

/** Redirect after login: to redirect_to, in the language now chosen, or home. */
export function getPostLoginRedirect(language: Language, search: string): string {
  const wanted = new URLSearchParams(search).get('redirect_to');
  return wanted !== null && isLocalUrl(wanted) ? switchUrlLanguage(language, wanted) : buildHomeUrl(language, true);
}

/** Whether a URL is local (open redirects): what begins with two slashes names another host. */
function isLocalUrl(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  return pathname.startsWith('/') && !/[\\\p{Cc}]|\/\//u.test(pathname);
}

/** Switch the language of a URL. */
export function switchUrlLanguage(language: Language, path: string): string {
  const [, first = '', rest = ''] = /^\/([^/?#]*)(.*)$/s.exec(path) ?? [];
  return isLanguage(first) ? `/${language}${rest}` : path;
}

/** Mail programs add utm_source before the '#'; the rules look for it behind. */
export function moveUtmIntoHash(outerSearch: string, hash: string): string | null {
  const source = new URLSearchParams(outerSearch).get('utm_source');
  if (source === null) return null;
  const inner = hash.startsWith('#/') ? hash : '#/';
  return `${inner}${inner.includes('?') ? '&' : '?'}utm_source=${encodeURIComponent(source)}`;
}

/** An address as the server declares it ("edit/part/{id}"), as the router writes it. */
export function toRoutePattern(address: string): string {
  return address.replace(/\{(\w+)\}/g, ':$1');
}
