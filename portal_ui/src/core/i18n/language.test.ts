// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { announceLanguage, getStoredLanguage, getUserLanguage, openInUserLanguage, storeLanguage } from './language';

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
