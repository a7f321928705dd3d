// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import {
  announceLanguage,
  getCurrentLanguage,
  getStoredLanguage,
  getUserLanguage,
  isLanguage,
  openInUserLanguage,
  storeLanguage,
} from './language';

afterEach(() => {
  localStorage.clear();
  location.hash = '';
});

it('keeps the chosen language when a URL in another language is opened', () => {
  storeLanguage('en');
  announceLanguage('es');
  expect([document.documentElement.lang, getStoredLanguage()]).toEqual(['es', 'en']);
});

it('stores the language of the first URL if none was chosen', () => {
  announceLanguage('es');
  expect(getStoredLanguage()).toBe('es');
});

it('opens a printed URL in the chosen language', () => {
  storeLanguage('en');
  location.hash = '#/es/process-repair/7?package=3&utm_source=label';
  openInUserLanguage();
  expect(location.hash).toBe('#/en/process-repair/7?package=3&utm_source=label');
});

it('opens other URLs, and printed ones if no other language was chosen, in their own language', () => {
  expect(getUserLanguage('es', '?utm_source=label')).toBeNull();
  storeLanguage('en');
  expect(getUserLanguage('es', '?utm_source=mail')).toBeNull();
  expect(getUserLanguage('en', '?utm_source=label')).toBeNull();
});

it('has English by default, and instead of a stored language that the portal does not have', () => {
  expect(getStoredLanguage()).toBe('en');
  localStorage.setItem('portal_language', 'fr');
  expect(getStoredLanguage()).toBe('en');
  expect(getUserLanguage('es', '?utm_source=label')).toBeNull();
  announceLanguage('es');
  expect(getStoredLanguage()).toBe('es');
});

it.each([
  ['#/es/profile', 'es'],
  ['#/es', 'es'],
  ['#/es?page=2', 'es'],
  ['#/es#top', 'es'],
  ['#/fr/profile', 'en'],
  ['#/espresso/profile', 'en'],
  ['', 'en'],
])('sends the language of the address %j, otherwise the stored one', (hash, language) => {
  storeLanguage('en');
  location.hash = hash;
  expect(getCurrentLanguage()).toBe(language);
  storeLanguage('es');
  expect(getCurrentLanguage()).toBe('es');
});

it('leaves an address that is not printed, and one without a language', () => {
  storeLanguage('en');
  for (const hash of ['#/es/process-repair/7?utm_source=mail', '#/fr/list?utm_source=label', '#/es']) {
    location.hash = hash;
    openInUserLanguage();
    expect(location.hash).toBe(hash);
  }
});

it('knows its languages', () => {
  expect(['en', 'es', 'fr', '', null, undefined].map(isLanguage)).toEqual([true, true, false, false, false, false]);
});
