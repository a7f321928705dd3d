import { describe, expect, it } from 'vitest';
import {
  buildHomeUrl,
  buildLoginUrl,
  getPostLoginRedirect,
  moveUtmIntoHash,
  removeFormValues,
  switchUrlLanguage,
  toRoutePattern,
} from './urls';

describe('buildHomeUrl', () => {
  it('returns the active repairs with a session, else the login page', () => {
    expect(buildHomeUrl('es', true)).toBe('/es/active-repairs');
    expect(buildHomeUrl('en', false)).toBe('/en/login');
  });
});

describe('buildLoginUrl', () => {
  it('adds no redirect without utm_source', () => {
    expect(buildLoginUrl('en', { pathname: '/en/process-repair/7', search: '?page=2' })).toBe('/en/login');
  });

  it('keeps utm_source and adds the encoded path', () => {
    expect(buildLoginUrl('es', { pathname: '/es/process-repair/7', search: '?utm_source=mail' })).toBe(
      '/es/login?utm_source=mail&redirect_to=%2Fes%2Fprocess-repair%2F7',
    );
  });

  it('keeps the rest of the query in the redirect', () => {
    const address = buildLoginUrl('en', { pathname: '/en/active-repairs', search: '?keyword=a%26b&utm_source=mail' });
    expect(new URLSearchParams(address.split('?')[1]).get('redirect_to')).toBe('/en/active-repairs?keyword=a%26b');
  });

  it('adds no redirect to another host', () => {
    expect(buildLoginUrl('en', { pathname: '//evil.test', search: '?utm_source=mail' })).toBe('/en/login');
  });

  it('adds the redirect after an expired session, without utm_source', () => {
    expect(buildLoginUrl('en', { pathname: '/en/profile', search: '' }, true)).toBe(
      '/en/login?redirect_to=%2Fen%2Fprofile',
    );
  });
});

describe('buildLoginUrl after an expired session', () => {
  it('keeps the query of the page, and the source of an email', () => {
    const address = buildLoginUrl('en', { pathname: '/en/list', search: '?page=2&utm_source=mail' }, true);
    expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toEqual({
      utm_source: 'mail',
      redirect_to: '/en/list?page=2',
    });
  });

  it('adds no redirect to another host', () => {
    expect(buildLoginUrl('en', { pathname: '//evil.test', search: '' }, true)).toBe('/en/login');
  });
});

describe('getPostLoginRedirect', () => {
  it('keeps slashes in the query and hash of the requested page', () => {
    for (const path of ['/en/list?keyword=a//b', '/en/list#a//b']) {
      expect(getPostLoginRedirect('en', `?redirect_to=${encodeURIComponent(path)}`)).toBe(path);
    }
  });

  it('returns home, or redirect_to in the current language', () => {
    const search = '?utm_source=mail&redirect_to=%2Fen%2Fprocess-repair%2F7';
    expect(getPostLoginRedirect('en', '')).toBe('/en/active-repairs');
    expect(getPostLoginRedirect('en', search)).toBe('/en/process-repair/7');
    expect(getPostLoginRedirect('es', search)).toBe('/es/process-repair/7');
  });

  it('rejects other hosts', () => {
    for (const foreign of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      '/en//evil.test',
      // Browsers remove these characters from URLs.
      '/\t/evil.test',
      '/\r/evil.test',
      'javascript:x',
    ]) {
      expect(getPostLoginRedirect('en', `?redirect_to=${encodeURIComponent(foreign)}`), foreign).toBe(
        '/en/active-repairs',
      );
    }
  });
});

describe('switchUrlLanguage', () => {
  it('replaces only the language', () => {
    expect(switchUrlLanguage('es', '/en/active-repairs?page=2#x')).toBe('/es/active-repairs?page=2#x');
    expect(switchUrlLanguage('es', '/en')).toBe('/es');
    expect(switchUrlLanguage('es', '/fr/x')).toBe('/fr/x');
  });
});

describe('moveUtmIntoHash', () => {
  it("moves a mail program's utm_source into the hash", () => {
    expect(moveUtmIntoHash('?utm_source=mail', '#/en/process-repair/7')).toBe('#/en/process-repair/7?utm_source=mail');
    expect(moveUtmIntoHash('?utm_source=a%20b', '#/en/x?page=2')).toBe('#/en/x?page=2&utm_source=a%20b');
    expect(moveUtmIntoHash('?utm_source=mail', '')).toBe('#/?utm_source=mail');
    expect(moveUtmIntoHash('', '#/en/x')).toBeNull();
  });
});

describe('removeFormValues', () => {
  it('removes the values of a form from a link, and nothing else', () => {
    expect(removeFormValues('?source={"role":"ADMIN"}')).toBe('');
    expect(removeFormValues('?utm_source=mail&source={"role":"ADMIN"}')).toBe('?utm_source=mail');
    expect(removeFormValues('?utm_source=mail')).toBeNull();
  });
});

it('converts an address of the server to a route pattern', () => {
  expect(toRoutePattern('edit/{kind}/{id}')).toBe('edit/:kind/:id');
  expect(toRoutePattern('profile')).toBe('profile');
});
