import { describe, expect, it } from 'vitest';
import { isPlaceholderSerial, normalizeKey } from './normalization';

describe('the form in which numbers are compared', () => {
  it.each([
    'KX-77-123',
    'kx-77 123',
    'KX‑77–123',
    'KX−77—123',
    'ＫＸ－７７－１２３',
    '“KX-77-123”.',
    '#KX 77 123',
    'KX\u200b-77\u00ad-123',
    '\u202eKX-77-123\u202c',
    'ΚХ-77-123',
  ])('folds %s', (written) => {
    expect(normalizeKey(written)).toBe('kx77123');
  });

  it.each([
    ['Análisis de dirección', 'analisisdedireccion'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['kaynağı İZMİR', 'kaynagiizmir'],
    ['2СН-5841', '2ch5841'],
    ['თბილისი', 'თბილისი'],
    ['?', ''],
    ['1/2', '1/2'],
  ])('folds %s to %s', (written, key) => {
    expect(normalizeKey(written)).toBe(key);
  });
});

describe('what is no serial number', () => {
  it.each(['', '?', '-', '0000', 'n.a.', 'N/A', 'unknown', 'None', 'Sin número', 's/n'])('%s', (text) => {
    expect(isPlaceholderSerial(text)).toBe(true);
  });

  it.each(['1', '0001', 'NA-1', 'DUP-001'])('%s is one', (text) => {
    expect(isPlaceholderSerial(text)).toBe(false);
  });
});
