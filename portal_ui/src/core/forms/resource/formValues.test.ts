import { expect, it } from 'vitest';
import type { Field } from '../../../api/types';
import { toFormPath } from './formValues';

const fields = [
  { key: 'clients', type: 'choices' },
  { key: 'emails', type: 'texts' },
  { key: 'settings', type: 'matrix' },
] as Field[];

it.each([
  ['clients.3', 'clients'],
  ['emails', 'emails'],
  ['emails.1', 'emails.1.value'],
  ['emails.1.value', 'emails.1.value'],
  ['settings.DONE', 'settings.DONE'],
  ['version', null],
])('maps the server path %s to the form path %s', (path, formPath) => {
  expect(toFormPath(fields, path)).toBe(formPath);
});
