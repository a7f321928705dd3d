import { describe, expect, it } from 'vitest';
import { truncate } from './columnOverrides';

describe('truncate', () => {
  it('cuts after 30 characters with an ellipsis', () => {
    expect(truncate('a'.repeat(30))).toBe('a'.repeat(30));
    expect(truncate('a'.repeat(31))).toBe(`${'a'.repeat(30)}…`);
  });

  it('joins lines and does not cut within a surrogate pair', () => {
    expect(truncate(' Two\n lines ')).toBe('Two lines');
    expect(truncate('🔧'.repeat(40))).toBe(`${'🔧'.repeat(30)}…`);
  });
});
