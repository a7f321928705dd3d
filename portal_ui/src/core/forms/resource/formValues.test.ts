import { describe, expect, it } from 'vitest';
import type { Field } from '../../../api/types';
import {
  type FormValues,
  getDefaultValues,
  getPictureUrl,
  getVisibleFields,
  groupFields,
  isFieldVisible,
  isFieldWritable,
  isReadOnly,
  isSecret,
  toFormPath,
  toFormValues,
  toRequestBody,
} from './formValues';

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

const build = (key: string, type: string, more: Partial<Field> = {}) =>
  ({
    key,
    type,
    format: null,
    readOnly: false,
    on: ['create', 'edit'],
    group: null,
    dependsOn: null,
    confirms: [],
    default: null,
    ...more,
  }) as Field;
const getKeys = (some: readonly Field[]) => some.map(({ key }) => key);

const all = [
  build('name', 'text'),
  build('note', 'longText'),
  build('count', 'number'),
  build('price', 'money'),
  build('sold', 'boolean'),
  build('role', 'choice'),
  build('clients', 'choices'),
  build('emails', 'texts'),
  build('grants', 'matrix'),
  build('image', 'image'),
];
const stored = {
  name: 'Alpha',
  note: null,
  count: 0,
  price: 1250.5,
  sold: true,
  role: 2,
  clients: [3, 4],
  emails: ['a@b.org'],
  grants: { 7: ['R'] },
  image: 'ignored',
};

describe('the values of a form', () => {
  it('are those of the record, as text where they are typed', () => {
    expect(toFormValues(all, stored)).toEqual({
      name: 'Alpha',
      note: '',
      count: '0',
      price: '1250.50',
      sold: true,
      role: '2',
      clients: ['3', '4'],
      emails: [{ value: 'a@b.org' }],
      grants: { 7: ['R'] },
      image: [],
    });
  });

  it('are empty for a new record', () => {
    expect(toFormValues(all)).toEqual({
      name: '',
      note: '',
      count: '',
      price: '',
      sold: false,
      role: '',
      clients: [],
      emails: [],
      grants: {},
      image: [],
    });
  });

  it('are the declared defaults, also false and 0', () => {
    const declared = [
      build('a', 'text', { default: 'x' }),
      build('b', 'boolean', { default: false }),
      build('c', 'text'),
    ];
    expect(getDefaultValues(declared)).toEqual({ a: 'x', b: false });
  });
});

describe('the request of a save', () => {
  const send = (values: FormValues, fields: readonly Field[] = all, moment: 'create' | 'edit' = 'edit') =>
    toRequestBody(fields, values, values, moment);

  it('has trimmed texts, and numbers with a decimal point or comma', () => {
    const typed = {
      ...toFormValues(all, stored),
      name: ' Beta ',
      count: ' 7 ',
      price: '12,5',
      emails: [{ value: ' c@d.org ' }],
    };
    expect(send(typed)).toEqual({
      name: 'Beta',
      note: '',
      count: 7,
      price: 12.5,
      sold: true,
      role: '2',
      clients: ['3', '4'],
      emails: ['c@d.org'],
      grants: { 7: ['R'] },
    });
  });

  it('has null for an empty number, and 0 for a zero', () => {
    expect(send({ ...toFormValues(all), count: '', price: '0' })).toMatchObject({ count: null, price: 0 });
  });

  it('has the id of a new picture, and nothing of an unchanged one', () => {
    const picture = { id: 'f1', name: 'a.png', type: 'image/png', size: 8 };
    expect(send({ image: [picture] }, [build('image', 'image')])).toEqual({ image: { id: 'f1' } });
    expect(send({ image: [] }, [build('image', 'image')])).toEqual({});
  });

  it('has only the fields that can be edited now and are shown', () => {
    const fields = [
      build('code', 'text', { on: ['create'] }),
      build('state', 'text', { readOnly: true }),
      build('role', 'choice'),
      build('shop', 'text', { dependsOn: { field: 'role', values: ['2'] } }),
    ];
    const values = { code: 'c', state: 's', role: '1', shop: 'x' };
    expect(send(values, fields, 'create')).toEqual({ code: 'c', role: '1' });
    expect(send({ ...values, role: '2' }, fields)).toEqual({ role: '2', shop: 'x' });
  });
});

describe('a field', () => {
  it('is shown if the field that it depends on has one of the values, or any if none is given, and is shown itself', () => {
    const role = build('role', 'choice', { dependsOn: { field: 'kind', values: ['a', 'b'] } });
    const shop = build('shop', 'text', { dependsOn: { field: 'role', values: [] } });
    const chain = [build('kind', 'choice'), role, shop];
    const isShown = (values: FormValues) => [role, shop].map((field) => isFieldVisible(field, chain, values, {}));
    expect(isShown({ kind: 'b', role: 'x' })).toEqual([true, true]);
    expect(isShown({ kind: 'b', role: '' })).toEqual([true, false]);
    expect(isShown({ kind: 'c', role: 'x' })).toEqual([false, false]);
  });

  it('depends on a switch by its text', () => {
    const field = build('shop', 'text', { dependsOn: { field: 'sold', values: ['true'] } });
    expect([true, false].map((sold) => isFieldVisible(field, [field], { sold }, {}))).toEqual([true, false]);
  });

  it('that confirms others is shown while any of them differs from its initial value', () => {
    const field = build('password', 'text', { confirms: ['email', 'others'] });
    const before = { email: 'a', others: [{ value: 'b' }] };
    const isShown = (values: FormValues) => isFieldVisible(field, [field], values, before);
    expect(isShown(structuredClone(before))).toBe(false);
    expect(isShown({ ...before, others: [] })).toBe(true);
    expect(isFieldVisible(field, [field], { email: '' }, {})).toBe(false);
  });

  it('is rendered if it can be edited, or is a read-only value of a record that is not also edited', () => {
    const fields = [
      build('code', 'text', { on: ['create'] }),
      build('name', 'text', { on: ['edit'] }),
      build('name', 'text', { readOnly: true }),
      build('state', 'text', { readOnly: true }),
      build('gone', 'text', { readOnly: true }),
      build('secret', 'text', { readOnly: true, format: 'password' }),
      build('colour', 'hologram'),
      build('tensor', 'tensor'),
    ];
    const record = { id: 1, code: 'c', name: 'n', state: null, secret: 's', colour: 'red', tensor: [[1]] };
    expect(getKeys(getVisibleFields(fields, record as never))).toEqual(['code', 'name', 'state', 'colour']);
    expect(getKeys(getVisibleFields(fields))).toEqual(['code', 'colour', 'tensor']);
  });

  it('can be edited at its moments unless it is read-only; a form is read-only if all its fields are', () => {
    const [created, fixed] = [build('a', 'text', { on: ['create'] }), build('b', 'text', { readOnly: true })];
    expect([isFieldWritable(created, 'create'), isFieldWritable(created, 'edit')]).toEqual([true, false]);
    expect(isFieldWritable(fixed, 'edit')).toBe(false);
    const declare = (...some: Field[]) => ({ sections: [], fields: some, delete: false });
    expect([isReadOnly(declare(fixed)), isReadOnly(declare(fixed, created))]).toEqual([true, false]);
  });

  it('is a secret if it is a new or the current password', () => {
    const formats = ['password', 'currentPassword', 'email', null] as const;
    expect(formats.map((format) => isSecret(build('a', 'text', { format })))).toEqual([true, true, false, false]);
  });

  it('is in the group of its text in another language', () => {
    const [en, es] = [build('noteEn', 'text', { group: 'note' }), build('noteEs', 'text', { group: 'note' })];
    const groups = groupFields([en, build('name', 'text'), es]);
    expect(groups.map(({ key, fields: grouped }) => [key, getKeys(grouped)])).toEqual([
      ['note', ['noteEn', 'noteEs']],
      ['name', ['name']],
    ]);
  });
});

it('has the picture of a record that has one', () => {
  expect(getPictureUrl('image', { id: 1, imageUrl: '/p.png' })).toBe('/p.png');
  expect([getPictureUrl('image', { id: 1, imageUrl: '' }), getPictureUrl('image', undefined)]).toEqual([null, null]);
});

it('has no access in a matrix without a value, and hides a field whose other one is not set', () => {
  expect(toFormValues([build('grants', 'matrix')], { grants: null })).toEqual({ grants: {} });
  const town = build('town', 'text', { dependsOn: { field: 'shop', values: [] } });
  expect(isFieldVisible(town, [town], {}, {})).toBe(false);
  expect(isFieldVisible(town, [town], { shop: 'Alpha' }, {})).toBe(true);
});
