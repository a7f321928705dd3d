// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import {
  announceLanguage,
  languageOfReader,
  openInLanguageOfReader,
  rememberLanguage,
  storedLanguage,
} from './language';

afterEach(() => {
  localStorage.clear();
  location.hash = '';
});

it('keeps the chosen language when an address in another one is opened', () => {
  rememberLanguage('en');
  announceLanguage('es');
  expect([document.documentElement.lang, storedLanguage()]).toEqual(['es', 'en']);
});

it('keeps the language of the first address where none was chosen yet', () => {
  announceLanguage('es');
  expect(storedLanguage()).toBe('es');
});

it('opens a printed address in the language of its reader', () => {
  rememberLanguage('en');
  location.hash = '#/es/process-repair/7?package=3&utm_source=label';
  openInLanguageOfReader();
  expect(location.hash).toBe('#/en/process-repair/7?package=3&utm_source=label');
});

it('opens other addresses, and printed ones without a chosen language, as they name it', () => {
  expect(languageOfReader('es', '?utm_source=label')).toBeNull();
  rememberLanguage('en');
  expect(languageOfReader('es', '?utm_source=mail')).toBeNull();
  expect(languageOfReader('en', '?utm_source=label')).toBeNull();
});
