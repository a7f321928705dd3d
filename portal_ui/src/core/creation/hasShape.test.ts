import { expect, it } from 'vitest';
import { exampleFile, hasShape } from './hasShape';

const example = { title: '', count: 0, on: false, imageUrl: null, files: [exampleFile], tags: [], place: { city: '' } };
const draft = {
  title: 'a',
  count: 2,
  on: true,
  imageUrl: '/p.png',
  files: [{ id: 'f', name: 'a.png', type: 'image/png', size: 8 }],
  tags: ['x', 1],
  place: { city: 'Riga' },
};

it('accepts a draft whose fields have the types of the example, and further fields', () => {
  expect(hasShape({ ...draft, more: 1 }, example)).toBe(true);
  expect(hasShape({ ...draft, imageUrl: null, files: [], tags: [] }, example)).toBe(true);
});

it.each<[string, unknown]>([
  ['no object', null],
  ['a list', [draft]],
  ['a text', 'draft'],
  ['a field of another type', { ...draft, count: '2' }],
  ['a missing field', { ...draft, on: undefined }],
  ['a number instead of a text or null', { ...draft, imageUrl: 3 }],
  ['no list', { ...draft, files: {} }],
  ['a wrong second entry', { ...draft, files: [...draft.files, { id: 'f' }] }],
  ['a wrong nested field', { ...draft, place: { city: null } }],
  ['a list instead of an object', { ...draft, place: [] }],
])('rejects a draft with %s', (_, stored) => {
  expect(hasShape(stored, example)).toBe(false);
});
