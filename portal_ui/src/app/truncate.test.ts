import { describe, expect, it } from 'vitest';
import { truncate } from './columnOverrides';

describe('the preview of a description', () => {
  it('shows 30 characters and tells that there is more', () => {
    expect(truncate('a'.repeat(30))).toBe('a'.repeat(30));
    expect(truncate('a'.repeat(31))).toBe(`${'a'.repeat(30)}…`);
  });

  it('is one line, and cuts between signs, not within one', () => {
    expect(truncate(' Two\n lines ')).toBe('Two lines');
    expect(truncate('🔧'.repeat(40))).toBe(`${'🔧'.repeat(30)}…`);
  });
});
