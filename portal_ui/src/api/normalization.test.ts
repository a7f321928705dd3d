import { describe, expect, it } from 'vitest';
import { foldText, isPlaceholderSerial, normalizeKey } from './normalization';

describe('normalizeKey', () => {
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
  ])('normalizes %s', (written) => {
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
  ])('normalizes %s to %s', (written, key) => {
    expect(normalizeKey(written)).toBe(key);
  });
});

describe('isPlaceholderSerial', () => {
  it.each(['', '?', '-', '0000', 'n.a.', 'N/A', 'unknown', 'None', 'Sin número', 's/n'])('accepts "%s"', (text) => {
    expect(isPlaceholderSerial(text)).toBe(true);
  });

  it.each(['1', '0001', 'NA-1', 'DUP-001'])('rejects "%s"', (text) => {
    expect(isPlaceholderSerial(text)).toBe(false);
  });
});

describe('letters that look alike', () => {
  it.each([
    ['Cyrillic', 'АВЕКМНОРСТУХЅІЈӀҺԚԜ', 'abekmhopctyxsijihqw'],
    ['Greek', 'αβεζηικμνορτυχ', 'abezhikmnoptyx'],
    ['Latin', 'ıłøđħŧßæœ', 'ilodhtssaeoe'],
  ])('of the %s alphabet are the same as those of the Latin one', (_, letters, latin) => {
    expect(foldText(letters)).toBe(latin);
  });

  it('are compared with the symbols around them, unlike numbers', () => {
    expect([foldText('(А-1)'), normalizeKey('(А-1)')]).toEqual(['(a1)', 'a1']);
  });
});
