import { describe, expect, it } from 'vitest';
import { preview } from './columnOverrides';

describe('the preview of a description', () => {
  it('shows 30 characters and tells that there is more', () => {
    expect(preview('a'.repeat(30))).toBe('a'.repeat(30));
    expect(preview('a'.repeat(31))).toBe(`${'a'.repeat(30)}…`);
  });

  it('is one line, and cuts between signs, not within one', () => {
    expect(preview(' Two\n lines ')).toBe('Two lines');
    expect(preview('🔧'.repeat(40))).toBe(`${'🔧'.repeat(30)}…`);
  });
});
