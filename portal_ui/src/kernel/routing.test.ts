import { describe, expect, it } from 'vitest';
import { admits, afterLogin, homeAddress, inLanguage, loginAddress, withOuterSource } from './routing';

describe('home', () => {
  it('is the active repairs for those who are signed in, the login for others', () => {
    expect(homeAddress('es', true)).toBe('/es/active-repairs');
    expect(homeAddress('en', false)).toBe('/en/login');
  });
});

describe('admits', () => {
  it('lets everybody into public routes, others by role', () => {
    expect(admits([], null)).toBe(true);
    expect(admits([], 'ADMIN')).toBe(true);
    expect(admits(['CLIENT'], null)).toBe(false);
    expect(admits(['CLIENT'], 'SERVICE')).toBe(false);
    expect(admits(['CLIENT', 'SERVICE'], 'SERVICE')).toBe(true);
  });
});

describe('loginAddress', () => {
  it('says nothing of the way back without utm_source', () => {
    expect(loginAddress('en', { pathname: '/en/process-repair/7', search: '?page=2' })).toBe('/en/login');
  });

  it('keeps utm_source and adds the encoded path', () => {
    expect(loginAddress('es', { pathname: '/es/process-repair/7', search: '?utm_source=mail' })).toBe(
      '/es/login?utm_source=mail&redirect_to=%2Fes%2Fprocess-repair%2F7',
    );
  });

  it('keeps the rest of the query in the way back', () => {
    const address = loginAddress('en', { pathname: '/en/active-repairs', search: '?keyword=a%26b&utm_source=mail' });
    expect(new URLSearchParams(address.split('?')[1]).get('redirect_to')).toBe('/en/active-repairs?keyword=a%26b');
  });

  it('knows the way back after an expired session, without utm_source', () => {
    expect(loginAddress('en', { pathname: '/en/profile', search: '' }, true)).toBe(
      '/en/login?redirect_to=%2Fen%2Fprofile',
    );
  });
});

describe('afterLogin', () => {
  it('goes home, and asks a client what to do there', () => {
    expect(afterLogin('en', '', 'SUPERVISOR')).toBe('/en/active-repairs');
    expect(afterLogin('es', '', 'CLIENT')).toBe('/es/active-repairs#suggest-options');
  });

  it('goes to redirect_to, in the language now chosen', () => {
    const search = '?utm_source=mail&redirect_to=%2Fen%2Fprocess-repair%2F7';
    expect(afterLogin('en', search, 'CLIENT')).toBe('/en/process-repair/7');
    expect(afterLogin('es', search, 'CLIENT')).toBe('/es/process-repair/7');
  });

  it('stays in the portal', () => {
    expect(afterLogin('en', '?redirect_to=https%3A%2F%2Fevil.test', 'ADMIN')).toBe('/en/active-repairs');
  });
});

describe('inLanguage', () => {
  it('changes the language and nothing else', () => {
    expect(inLanguage('es', '/en/active-repairs?page=2#x')).toBe('/es/active-repairs?page=2#x');
    expect(inLanguage('es', '/en')).toBe('/es');
    expect(inLanguage('es', '/fr/x')).toBe('/fr/x');
  });
});

describe('withOuterSource', () => {
  it("moves a mail program's utm_source behind the #", () => {
    expect(withOuterSource('?utm_source=mail', '#/en/process-repair/7')).toBe('#/en/process-repair/7?utm_source=mail');
    expect(withOuterSource('?utm_source=a%20b', '#/en/x?page=2')).toBe('#/en/x?page=2&utm_source=a%20b');
    expect(withOuterSource('?utm_source=mail', '')).toBe('#/?utm_source=mail');
    expect(withOuterSource('', '#/en/x')).toBeNull();
  });
});
