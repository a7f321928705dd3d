import { expect, it } from 'vitest';
import { parseRecordId } from './parseRecordId';

it.each(['', '0', '-1', '1.5', '1e3', ' 7', 'seven', '9007199254740992', '99999999999999999999'])(
  'takes %j for no id',
  (id) => expect(parseRecordId(id)).toBeNull(),
);

it('reads an id up to the largest whole number that is exact', () => {
  expect(parseRecordId('7')).toBe(7);
  expect(parseRecordId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
});
