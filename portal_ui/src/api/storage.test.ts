// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage, tabStorage } from './storage';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  deviceStorage.removeItem('language');
  localStorage.clear();
});

describe('deviceStorage', () => {
  it('stores values in the browser', () => {
    expect(deviceStorage.setItem('language', 'es')).toBe(true);
    expect(localStorage.getItem('language')).toBe('es');
    expect(deviceStorage.keys()).toEqual(['language']);
  });

  it('keeps values in memory while the storage is full', () => {
    localStorage.setItem('language', 'en');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    expect(deviceStorage.setItem('language', 'es')).toBe(false);
    expect(deviceStorage.getItem('language')).toBe('es');
    full.mockRestore();
    expect(deviceStorage.setItem('language', 'es')).toBe(true);
    expect(localStorage.getItem('language')).toBe('es');
  });

  it.each(['language', null])(
    'reads the newer value of another tab after the storage was full (event key: %s)',
    (key) => {
      const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('', 'QuotaExceededError');
      });
      deviceStorage.setItem('language', 'es');
      full.mockRestore();
      localStorage.setItem('language', 'en');
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'en', storageArea: sessionStorage }));
      expect(deviceStorage.getItem('language')).toBe('es');
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'en', storageArea: localStorage }));
      expect(deviceStorage.getItem('language')).toBe('en');
    },
  );

  it('keeps values in memory if the browser blocks storage', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(deviceStorage.getItem('language')).toBeNull();
    deviceStorage.setItem('language', 'es');
    expect(deviceStorage.getItem('language')).toBe('es');
    expect(deviceStorage.keys()).toEqual(['language']);
    deviceStorage.removeItem('language');
    expect(deviceStorage.getItem('language')).toBeNull();
    vi.restoreAllMocks();
  });
});

it('keeps the values of one tab apart from those of all tabs', () => {
  tabStorage.setItem('list', 'parts');
  expect([sessionStorage.getItem('list'), localStorage.getItem('list')]).toEqual(['parts', null]);
  expect([tabStorage.getItem('list'), deviceStorage.getItem('list')]).toEqual(['parts', null]);
  tabStorage.removeItem('list');
  expect([tabStorage.getItem('list'), sessionStorage.getItem('list')]).toEqual([null, null]);
});
