import { expect, it } from 'vitest';
import { parseRecordId } from './parseRecordId';

it.each([null, undefined, '', '0', '007', '-1', '1.5', '1e3', ' 7', '7a', 'seven', '9007199254740992', '9'.repeat(40)])(
  'returns null for %j',
  (id) => expect(parseRecordId(id)).toBeNull(),
);

it('parses an id up to the largest safe integer', () => {
  expect(parseRecordId('7')).toBe(7);
  expect(parseRecordId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
});
