// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { announceLanguage, getStoredLanguage, getUserLanguage, openInUserLanguage, storeLanguage } from './language';

afterEach(() => {
  localStorage.clear();
  location.hash = '';
});

it('keeps the chosen language when an address in another one is opened', () => {
  storeLanguage('en');
  announceLanguage('es');
  expect([document.documentElement.lang, getStoredLanguage()]).toEqual(['es', 'en']);
});

it('keeps the language of the first address where none was chosen yet', () => {
  announceLanguage('es');
  expect(getStoredLanguage()).toBe('es');
});

it('opens a printed address in the language of its reader', () => {
  storeLanguage('en');
  location.hash = '#/es/process-repair/7?package=3&utm_source=label';
  openInUserLanguage();
  expect(location.hash).toBe('#/en/process-repair/7?package=3&utm_source=label');
});

it('opens other addresses, and printed ones without a chosen language, as they name it', () => {
  expect(getUserLanguage('es', '?utm_source=label')).toBeNull();
  storeLanguage('en');
  expect(getUserLanguage('es', '?utm_source=mail')).toBeNull();
  expect(getUserLanguage('en', '?utm_source=label')).toBeNull();
});
